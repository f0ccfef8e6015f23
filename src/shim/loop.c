/* What we know of libuv: the done queue, closing handles and the timer heap of a recognised
 * uv_loop_t.
 *
 * The layout is that of the public headers (uv/unix.h), the same from libuv 1.44 to 1.52. Functions
 * are libuv's own, found by name in the process; nothing of libuv is linked here. */
#include "shim/loop.h"

#include <dlfcn.h>
#include <sys/syscall.h>

enum { MOST_LOOPS = 64 };

/* Handles of ours in a loop: one runs after all others of its kind, the other before. */
struct checks {
    uv_check_t last, first;
};

static struct {
    uv_loop_t *main_uv;
    struct checks main_checks;
    int (*check_init)(uv_loop_t *, uv_check_t *);
    int (*check_start)(uv_check_t *, uv_check_cb);
    int (*async_send)(uv_async_t *);
    void (*ref)(uv_handle_t *);
    void (*unref)(uv_handle_t *);
    int (*alive)(const uv_loop_t *);
    struct loop *registered[MOST_LOOPS];
} libuv;

static __thread struct loop *own_loop;
static __thread struct checks *own_checks; /* of a worker_thread's loop */

/* Queues: two pointers, next and previous, as libuv has them. */

static bool queue_is_empty(void **queue)
{
    return queue[0] == queue;
}

static void queue_remove(void **node)
{
    ((void **)node[1])[0] = node[0];
    ((void **)node[0])[1] = node[1];
    node[0] = node[1] = node;
}

static void queue_append(void **queue, void **node)
{
    node[0] = queue;
    node[1] = queue[1];
    ((void **)queue[1])[0] = node;
    queue[1] = node;
}

/* Loops. */

/* A worker_thread's loop lies on its stack, in a frame below which we are called. Told by what
 * needs no following of pointers: its descriptor (-1: whichever), and two queues that are empty. */
static uv_loop_t *find_on_stack(int epfd)
{
    char *from = (char *)(((uintptr_t)__builtin_frame_address(0) + 15) & ~(uintptr_t)15);
    for (char *at = from; at + sizeof(uv_loop_t) <= (char *)self.stack_top; at += sizeof(void *)) {
        uv_loop_t *uv = (uv_loop_t *)at;
        if ((epfd < 0 || uv->backend_fd == epfd) && uv->wq[0] == (void *)&uv->wq &&
            uv->wq[1] == (void *)&uv->wq && uv->pending_queue[0] == (void *)&uv->pending_queue)
            return uv;
    }
    return NULL;
}

static struct loop *register_loop(int epfd)
{
    struct loop *loop = shim_alloc(sizeof *loop);
    if (!loop)
        return NULL;
    *loop = (struct loop){.epfd = epfd, .thread = thread_number(), .slot = self.slot};
    bool on_main =
        shim.is_node && self.role == ROLE_LOOP && real.syscall(SYS_gettid) == shim.main_thread;
    if (on_main && libuv.main_uv && libuv.main_uv->backend_fd == epfd) {
        loop->uv = libuv.main_uv;
        loop->is_main = true;
        loop->checks = libuv.main_checks.last.loop ? &libuv.main_checks : NULL;
    }
    loop->nested = shim.is_node && (on_main ? !loop->is_main : own_loop != NULL);
    if (shim.is_node && !on_main && !loop->nested && self.role == ROLE_LOOP)
        loop->uv = find_on_stack(epfd);
    if (loop->uv && own_checks && own_checks->last.loop == loop->uv)
        loop->checks = own_checks;
    for (size_t i = 0; i < MOST_LOOPS; i++)
        if (!libuv.registered[i] || libuv.registered[i]->epfd == epfd ||
            libuv.registered[i]->epfd < 0) {
            libuv.registered[i] = loop;
            break;
        }
    if (!loop->nested)
        own_loop = loop;
    return loop;
}

struct loop *loop_for(int epfd)
{
    if (LIKELY(own_loop && own_loop->epfd == epfd))
        return own_loop;
    for (size_t i = 0; i < MOST_LOOPS && libuv.registered[i]; i++)
        if (libuv.registered[i]->epfd == epfd)
            return libuv.registered[i];
    return NULL;
}

/* The loop this thread polls. A descriptor number that another thread's dead loop had is a new
 * loop, and so is the first loop of a worker_thread: the number may be that of a spawnSync before.
 */
struct loop *loop_polled(int epfd)
{
    if (LIKELY(own_loop && own_loop->epfd == epfd))
        return own_loop;
    struct loop *loop = loop_for(epfd);
    bool may_nest = own_loop || real.syscall(SYS_gettid) == shim.main_thread;
    return loop && loop->nested && may_nest ? loop : register_loop(epfd);
}

/* A worker_thread's loop lies on its stack: the next one may have the same address, or the same
 * descriptor. */
void loop_thread_ended(void)
{
    if (own_loop) {
        own_loop->epfd = -1;
        own_loop->uv = NULL;
        own_loop = NULL;
        own_checks = NULL;
    }
}

struct event *loop_oldest_task(void)
{
    struct loop *loop = libuv.main_uv ? loop_of_uv(libuv.main_uv) : NULL;
    for (size_t i = 0; loop && i < loop->pending_count; i++)
        if (loop->pending[i]->kind == EVENT_TASK && !loop->pending[i]->started)
            return loop->pending[i];
    return NULL;
}

struct loop *loop_of_uv(uv_loop_t *uv)
{
    for (size_t i = 0; i < MOST_LOOPS && libuv.registered[i]; i++) {
        struct loop *loop = libuv.registered[i];
        if (!loop->uv && !loop->nested && uv->backend_fd == loop->epfd)
            loop->uv = uv; /* a worker_thread's loop, recognised by its first task */
        if (loop->uv == uv && uv->backend_fd == loop->epfd)
            return loop;
    }
    return NULL;
}

/* Work requests: what a queue node of the pool or of the done queue stands for. */

static struct uv__work *work_of(void *node)
{
    return (struct uv__work *)((char *)node - offsetof(struct uv__work, wq));
}

uv_loop_t *work_loop(void *node)
{
    return work_of(node)->loop;
}

#define REQUEST_AT(node, type)                                                                     \
    ((type *)((char *)(node)-offsetof(type, work_req) - offsetof(struct uv__work, wq)))

/* Operations on an open file name it by what the descriptor points at. */
static const char *path_of_descriptor(int fd)
{
    static char path[512];
    struct line link = {.len = 0};
    line_text(&link, "/proc/self/fd/");
    line_number(&link, fd);
    link.text[link.len] = '\0';
    ssize_t length = readlink(link.text, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    return path;
}

/* Which kind of request it lies in is not written anywhere: each is tried, and it is one where both
 * its type and its loop stand in the right places. (One of them alone may stand there by chance, in
 * the bytes of another kind.) */
#define IS_REQUEST(node, c_type, uv_type)                                                          \
    (REQUEST_AT(node, c_type)->type == (uv_type) &&                                                \
     REQUEST_AT(node, c_type)->loop == work_loop(node))

const void *work_of_models;

enum event_kind work_name(void *node, const char **about)
{
    *about = "";
    if (IS_REQUEST(node, uv_work_t, UV_WORK)) {
        uv_work_t *work = REQUEST_AT(node, uv_work_t);
        if (!work_of_models || (const void *)work->work_cb != work_of_models)
            return KIND_WORK;
        *about = (const char *)(work + 1);
        return KIND_CALL;
    }
    if (IS_REQUEST(node, uv_fs_t, UV_FS)) {
        uv_fs_t *fs = REQUEST_AT(node, uv_fs_t);
        *about = fs->path ? fs->path : path_of_descriptor(fs->file);
        return event_kind_of_fs(fs->fs_type);
    }
    if (IS_REQUEST(node, uv_random_t, UV_RANDOM))
        return KIND_RANDOM;
    if (IS_REQUEST(node, uv_getaddrinfo_t, UV_GETADDRINFO))
        return KIND_DNS_LOOKUP;
    return IS_REQUEST(node, uv_getnameinfo_t, UV_GETNAMEINFO) ? KIND_DNS_REVERSE : KIND_WORK;
}

/* The done queue: completions become events, and go back one by one. */

static struct event *event_of_node(struct loop *loop, void *node, enum event_class kind)
{
    for (size_t i = 0; i < loop->pending_count; i++)
        if (loop->pending[i]->node == node && loop->pending[i]->kind == kind)
            return loop->pending[i];
    return NULL;
}

static void *take_done(uv_loop_t *uv)
{
    void *node = NULL;
    real.pthread_mutex_lock(&uv->wq_mutex);
    if (!queue_is_empty((void **)uv->wq)) {
        node = uv->wq[0];
        queue_remove(node);
    }
    real.pthread_mutex_unlock(&uv->wq_mutex);
    return node;
}

static void put_done(uv_loop_t *uv, void *node)
{
    real.pthread_mutex_lock(&uv->wq_mutex);
    queue_append((void **)uv->wq, node);
    real.pthread_mutex_unlock(&uv->wq_mutex);
}

/* libuv starts slow work (dns.lookup) by a marker of its own in the queue: the oldest one that was
 * started stands for the work that is done. */
static struct event *started_marker(struct loop *loop)
{
    for (size_t i = 0; i < loop->pending_count; i++)
        if (loop->pending[i]->kind == EVENT_TASK && loop->pending[i]->started &&
            pool_is_marker(loop->pending[i]->node))
            return loop->pending[i];
    return NULL;
}

void loop_collect_done(struct loop *loop)
{
    if (!loop->uv || !controls(CONTROL_DONE) || queue_is_empty((void **)loop->uv->wq))
        return;
    void *dummy = NULL;
    for (void *node; (node = take_done(loop->uv));) {
        if (pool_is_dummy(node)) {
            dummy = node;
            continue;
        }
        struct event *task = event_of_node(loop, node, EVENT_TASK);
        if (!task)
            task = started_marker(loop);
        struct name *name = task ? task->name : NULL;
        uint32_t number = task ? task->number : 0;
        struct origin origin = {.cause = {.known = task, .event = task ? trace_event_id(task) : 0}};
        if (task) {
            event_remove(loop, task);
        } else {
            const char *about;
            enum event_kind kind = work_name(node, &about);
            name = name_of(loop->thread, kind, about, NO_DELAY);
        }
        event_arrived(loop, EVENT_DONE, name, number, PHASE_DONE, &origin)->node = node;
    }
    if (dummy)
        put_done(loop->uv, dummy);
}

void loop_deliver_done(struct loop *loop, struct event *event)
{
    put_done(loop->uv, event->node);
    libuv.async_send(&loop->uv->wq_async);
}

/* Closing. The list can only be changed between the check phase, where closes were last made, and
 * the closing phase: so an unref'd check handle that is started before Node's own, and therefore
 * runs last. */

static bool may_hold_close(uv_handle_type type)
{
    return type == UV_TCP || type == UV_NAMED_PIPE || type == UV_UDP || type == UV_PROCESS ||
           type == UV_FS_EVENT;
}

/* Node closes its own of these when an environment ends, all at once. (A timer handle tells
 * nothing: V8's delayed tasks have one each, all through a run.) */
static bool is_teardown(uv_handle_type type)
{
    return type == UV_CHECK || type == UV_IDLE || type == UV_PREPARE;
}

static enum event_kind close_kind(uv_handle_type type)
{
    return type == UV_TCP          ? KIND_TCP_CLOSE
           : type == UV_NAMED_PIPE ? KIND_PIPE_CLOSE
           : type == UV_UDP        ? KIND_UDP_CLOSE
           : type == UV_PROCESS    ? KIND_CHILD_CLOSE
                                   : KIND_WATCH_CLOSE;
}

/* Whose close it is: a closed handle has no descriptor any more, so what its watcher was about is
 * remembered from when the descriptor was added. Open addressing; one that is not found in a few
 * steps is forgotten, and its close has no subject. */
enum { MOST_WATCHERS = 16384, STEPS = 16 };
static struct watcher_name {
    const uv__io_t *watcher;
    const char *about;
    struct origin closed;
} watcher_names[MOST_WATCHERS];

static struct watcher_name *watcher_slot(const uv__io_t *watcher, const uv__io_t *wanted)
{
    size_t at = (size_t)(((uintptr_t)watcher >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 40);
    for (size_t i = 0; i < STEPS; i++)
        if (watcher_names[(at + i) % MOST_WATCHERS].watcher == wanted)
            return &watcher_names[(at + i) % MOST_WATCHERS];
    return NULL;
}

struct watcher_name *loop_name_watcher(int epfd, int fd, const char *about)
{
    struct loop *loop = loop_for(epfd);
    uv_loop_t *uv = loop ? loop->uv : NULL;
    if (!uv && libuv.main_uv && libuv.main_uv->backend_fd == epfd)
        uv = libuv.main_uv;
    if (!uv || (unsigned)fd >= uv->nwatchers || !uv->watchers[fd])
        return NULL;
    const uv__io_t *watcher = uv->watchers[fd];
    struct watcher_name *slot = watcher_slot(watcher, watcher);
    if (!slot)
        slot = watcher_slot(watcher, NULL);
    if (slot)
        *slot = (struct watcher_name){watcher, about, {.stack = NULL}};
    return slot;
}

void loop_closes(struct watcher_name *watcher, const struct origin *origin)
{
    watcher->closed = *origin;
}

static const struct watcher_name *name_of_closed(uv_handle_t *handle)
{
    static const struct watcher_name nameless = {.about = ""};
    const uv__io_t *watcher = handle->type == UV_UDP ? &((uv_udp_t *)handle)->io_watcher
                              : handle->type == UV_TCP || handle->type == UV_NAMED_PIPE
                                  ? &((uv_stream_t *)handle)->io_watcher
                                  : NULL;
    struct watcher_name *slot = watcher ? watcher_slot(watcher, watcher) : NULL;
    if (!slot)
        return &nameless;
    slot->watcher = NULL;
    return slot;
}

static void keep_loop_alive(struct loop *loop, bool alive)
{
    if (alive != loop->check_is_referenced)
        (alive ? libuv.ref : libuv.unref)((uv_handle_t *)&loop->checks->last);
    loop->check_is_referenced = alive;
}

static void push_closing(uv_handle_t **list, uv_handle_t *handle)
{
    handle->next_closing = *list;
    *list = handle;
}

/* Closes and expired timers, all that run between our check callback and the next poll: whose
 * callbacks those are is known where it is one event. */
static void runs_next(const struct event *event)
{
    self.cause = self.cause_is_next ? (struct cause){0}
                                    : (struct cause){.known = true, .event = trace_event_id(event)};
    self.cause_is_next = true;
}

/* Nobody decides about it any more: it comes in the phase that follows. */
static void finish_at_once(struct loop *loop, struct event *event)
{
    trace_change(TRACE_DELIVER, event, 0, 0);
    event_delivered(event);
    event_remove(loop, event);
}

/* Every fresh close is asked about once; the held ones leave the list. */
static void hold_closing(struct loop *loop)
{
    uv_handle_t *fresh = loop->uv->closing_handles, *kept = NULL, *next;
    loop->uv->closing_handles = NULL;
    for (uv_handle_t *handle = fresh; handle; handle = handle->next_closing)
        if (is_teardown(handle->type))
            loop->closing_forever = true;
        else if (handle->type == UV_ASYNC)
            messages_port_closed(handle);
    for (uv_handle_t *handle = fresh; handle; handle = next) {
        next = handle->next_closing;
        bool held = false;
        if (!loop->closing_forever && may_hold_close(handle->type) && controls(CONTROL_CLOSING)) {
            const struct watcher_name *closed = name_of_closed(handle);
            struct name *name =
                name_of(loop->thread, close_kind(handle->type), closed->about, NO_DELAY);
            struct event *event =
                event_arrived(loop, EVENT_CLOSE, name, 0, PHASE_NONE, &closed->closed);
            event->node = handle;
            held = !event_is_free(event);
            if (!held) {
                runs_next(event);
                finish_at_once(loop, event);
            }
        }
        if (held)
            loop->closes_held++; /* its event has it until it is released */
        else
            push_closing(&kept, handle);
    }
    for (uv_handle_t *handle = kept; handle; handle = next) { /* back in their order */
        next = handle->next_closing;
        push_closing(&loop->uv->closing_handles, handle);
    }
}

/* Those whose time has come (poll.c chose them) go back on libuv's list, the newest first, so that
 * the oldest is closed first; all of them when the loop is torn down. */
static void release_closing(struct loop *loop)
{
    bool all = loop->closing_forever;
    for (size_t i = loop->pending_count; (all || loop->close_is_due) && i-- > 0;) {
        struct event *event = loop->pending[i];
        if (event->kind != EVENT_CLOSE || !(all || event->started))
            continue;
        push_closing(&loop->uv->closing_handles, event->node);
        runs_next(event);
        event_delivered(event);
        event_remove(loop, event);
        loop->closes_held--;
    }
    loop->close_is_due = false;
    keep_loop_alive(loop, loop->closes_held > 0);
}

/* Timers. Between our check callback and the next poll no JavaScript runs, provided nothing is
 * closing and nothing is pending: then the heap can be out of sight for just the timer phase. */

static uv_timer_t *first_timer(uv_loop_t *uv)
{
    void *node = uv->timer_heap.min;
    return node ? (uv_timer_t *)((char *)node - offsetof(uv_timer_t, heap_node)) : NULL;
}

int64_t loop_next_timer(struct loop *loop)
{
    uv_timer_t *first = loop->uv ? first_timer(loop->uv) : NULL;
    return first && first->timeout < INT64_MAX / MS ? (int64_t)first->timeout * MS : NEVER;
}

/* When the loop wants to go on by itself. Read off the heap where we know it: Node polls twice an
 * iteration, the second time with a time limit from before the first, and timers that were hidden
 * meanwhile are missing in it. */
int64_t loop_deadline(struct loop *loop, int timeout)
{
    if (!loop->uv)
        return timeout < 0 ? NEVER : clock_now() + timeout * MS;
    int64_t limit = timeout < 0 ? NEVER : ((int64_t)loop->uv->time + timeout) * MS;
    int64_t timer = loop_next_timer(loop);
    return timer < limit ? timer : limit;
}

bool loop_timer_matters(struct loop *loop)
{
    enum { HANDLE_REF = 8 }; /* libuv's UV_HANDLE_REF, the same in every 1.x */
    uv_timer_t *first = loop->uv ? first_timer(loop->uv) : NULL;
    return !loop->uv || (first && first->flags & HANDLE_REF);
}

static void hide_timers(struct loop *loop)
{
    uv_loop_t *uv = loop->uv;
    uv_timer_t *first = first_timer(uv);
    bool quiet = !uv->closing_handles && queue_is_empty((void **)uv->pending_queue);
    bool polls_again = uv->stop_flag == 0 && libuv.alive(uv);
    if (!first || (int64_t)first->timeout > clock_now() / MS)
        return;
    if (!quiet || !polls_again || loop->closing_forever) {
        self.cause = (struct cause){0}; /* they run, and not they alone */
        return;
    }
    struct name *name = name_of(loop->thread, KIND_TIMERS, "", NO_DELAY);
    struct event *event = event_arrived(loop, EVENT_TIMERS, name, 0, PHASE_NONE, NULL);
    if (event_is_free(event)) {
        runs_next(event);
        agent_timers_run(loop);
        finish_at_once(loop, event);
        return;
    }
    loop->timers = (struct timers_hidden){true, uv->timer_heap.min, uv->timer_heap.nelts};
    uv->timer_heap.min = NULL;
    uv->timer_heap.nelts = 0;
    loop->timers_event = event;
}

void loop_restore_hidden(struct loop *loop)
{
    if (!loop->timers.hidden)
        return;
    loop->uv->timer_heap.min = loop->timers.min;
    loop->uv->timer_heap.nelts = loop->timers.count;
    loop->timers.hidden = false;
    finish_at_once(loop, loop->timers_event);
}

static void on_check(uv_check_t *check)
{
    struct loop *loop = check->loop == libuv.main_uv ? loop_of_uv(libuv.main_uv) : own_loop;
    if (!loop || loop->uv != check->loop || shim.scope != CONTROLLED || getpid() != shim.pid)
        return;
    baton_take(); /* a loop that was left behind meanwhile queues up */
    self.cause_is_next = false;
    if (loop->uv->closing_handles)
        hold_closing(loop);
    release_closing(loop);
    if (controls(CONTROL_TIMERS))
        hide_timers(loop);
    agent_cause_changed(TURN_ENDS);
}

/* Node ends a worker_thread only where no handle is left in its loop, libuv's own apart. */
static void start_check(uv_loop_t *uv, uv_check_t *check, uv_check_cb callback)
{
    enum { HANDLE_INTERNAL = 16 }; /* libuv's UV_HANDLE_INTERNAL, the same in every 1.x */
    if (libuv.check_init(uv, check) != 0 || libuv.check_start(check, callback) != 0)
        return;
    libuv.unref((uv_handle_t *)check);
    check->flags |= HANDLE_INTERNAL;
}

static void on_first_check(uv_check_t *check)
{
    (void)check;
    if (shim.scope == CONTROLLED && getpid() == shim.pid)
        agent_cause_changed(TURN_IMMEDIATES);
}

/* libuv calls those first that were started last: after Node's own, so it runs before immediates.
 */
void loop_agent_attached(uv_loop_t *uv)
{
    struct checks *checks = uv == libuv.main_uv ? &libuv.main_checks : own_checks;
    if (checks && checks->last.loop == uv && !checks->first.loop)
        start_check(uv, &checks->first, on_first_check);
}

/* Before Node's own check handle of that loop. */
static void loop_begins(void)
{
    if (self.role != ROLE_LOOP || !shim.is_node || own_loop || own_checks || !self.slot ||
        !libuv.check_init || real.syscall(SYS_gettid) == shim.main_thread)
        return;
    baton_take();
    uv_loop_t *uv = find_on_stack(-1);
    own_checks = uv ? shim_alloc(sizeof *own_checks) : NULL;
    if (own_checks)
        start_check(uv, &own_checks->last, on_check);
}

int hook_eventfd(unsigned value, int flags)
{
    int fd = real.eventfd(value, flags);
    loop_begins();
    return fd;
}

/* At Node's first pthread_create: before its own check handle, after the loader is done. */
void loop_start_main(void)
{
    uv_loop_t *(*default_loop)(void) = dlsym(RTLD_DEFAULT, "uv_default_loop");
    libuv.check_init = dlsym(RTLD_DEFAULT, "uv_check_init");
    libuv.check_start = dlsym(RTLD_DEFAULT, "uv_check_start");
    libuv.async_send = dlsym(RTLD_DEFAULT, "uv_async_send");
    libuv.ref = dlsym(RTLD_DEFAULT, "uv_ref");
    libuv.unref = dlsym(RTLD_DEFAULT, "uv_unref");
    libuv.alive = dlsym(RTLD_DEFAULT, "uv_loop_alive");
    if (!default_loop || !libuv.check_init || !libuv.check_start || !libuv.async_send ||
        !libuv.ref || !libuv.unref || !libuv.alive)
        return;
    libuv.main_uv = default_loop();
    start_check(libuv.main_uv, &libuv.main_checks.last, on_check);
}

uv_loop_t *loop_own_uv(void)
{
    bool on_main = real.syscall(SYS_gettid) == shim.main_thread;
    return on_main ? libuv.main_uv : own_loop ? own_loop->uv : NULL;
}

uv_loop_t *loop_main_uv(void)
{
    return libuv.main_uv;
}
