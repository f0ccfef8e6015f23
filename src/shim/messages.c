/* Messages between threads. Every MessagePort (a Worker's two, parentPort, a BroadcastChannel) is
 * one of libuv's async handles: whoever posts puts the message into the port's queue, sets
 * `pending` on the handle and wakes the loop. All handles of a loop share one descriptor. So one
 * port is held by taking its `pending` away: libuv then passes it over, and everything else of that
 * loop, V8's tasks, the end of a worker, the pool, goes on. It is delivered by setting it again.
 *
 * Only what another thread posted is held. What a thread posts to itself is there at once, before
 * the immediates of that turn, and stays so. Who posted is known from the wake-up, which is written
 * on the poster's thread; of two that come before the loop looks, the first one writes. Ports of
 * which nobody saw that go as they come.
 *
 * A handle is a port where the object it belongs to is one of Node's class MessagePort. */
#include "shim/loop.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum { MOST_PORTS = 8192, STEPS = 16, MOST_OTHERS = 16, PENDING = 2 };

struct port {
    const uv_async_t *handle; /* NULL: not in use */
    uint32_t thread;          /* whose it is */
    enum event_kind kind;
    const char *about;       /* NULL: not yet named */
    bool is_own;             /* a worker's port to Node itself, which starts its script */
    const uv_async_t *state; /* a worker's messages stay behind what is told of it by this one */
    const uv_async_t *born_with; /* a worker's messages, where this may be the state of it */
    uint32_t worker;             /* that one */
    bool posted, posted_here;    /* since the loop last looked; by its own thread */
    uint32_t poster;             /* thread */
    struct origin origin;
    struct event *event; /* held, or ready */
    uint64_t seen;       /* the round in which its loop last had it */
};

static struct {
    bool looked;
    const void *kind; /* what an object of MessagePort begins with; NULL: not known */
    bool one_is_busy; /* up to libuv 1.44 a `pending` of 1 is not yet to be touched */
    uv_async_cb callback, others[MOST_OTHERS];
    size_t other_count;
    struct port ports[MOST_PORTS];
    uint64_t round;
} messages;

static void look_up(void)
{
    const char *table = dlsym(RTLD_DEFAULT, "_ZTVN4node6worker11MessagePortE");
    unsigned (*version)(void) = dlsym(RTLD_DEFAULT, "uv_version");
    messages.looked = true;
    messages.kind = table && version ? table + 2 * sizeof(void *) : NULL;
    messages.one_is_busy = version && version() < (1 << 16 | 45 << 8);
}

/* All ports have one callback, so that only one of each kind of handle is looked into. */
static bool is_port(const uv_async_t *handle)
{
    enum { LARGEST = 4096 };
    if (LIKELY(messages.callback != NULL))
        return handle->async_cb == messages.callback;
    for (size_t i = 0; i < messages.other_count; i++)
        if (messages.others[i] == handle->async_cb)
            return false;
    if (!messages.looked)
        look_up();
    ptrdiff_t inside = (const char *)handle - (const char *)handle->data;
    bool is = messages.kind && inside > 0 && inside < LARGEST &&
              (uintptr_t)handle->data % sizeof(void *) == 0 &&
              *(const void *const *)handle->data == messages.kind;
    if (is)
        messages.callback = handle->async_cb;
    else if (messages.other_count < MOST_OTHERS)
        messages.others[messages.other_count++] = handle->async_cb;
    return is;
}

/* The handles of a loop in their order. */
static uv_async_t *next_handle(const uv_loop_t *uv, void *const *node)
{
    return node[0] == (void *)&uv->async_handles
               ? NULL
               : (uv_async_t *)((char *)node[0] - offsetof(uv_async_t, queue));
}

static uv_async_t *first_handle(const uv_loop_t *uv)
{
    return next_handle(uv, uv->async_handles);
}

#define EACH_HANDLE(uv, handle)                                                                    \
    uv_async_t *handle = first_handle(uv);                                                         \
    handle;                                                                                        \
    handle = next_handle(uv, handle->queue)

static int pending_of(const uv_async_t *handle)
{
    return __atomic_load_n(&handle->pending, __ATOMIC_SEQ_CST);
}

static struct port *port_slot(const uv_async_t *handle, const uv_async_t *wanted)
{
    size_t at = (size_t)(((uintptr_t)handle >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 40);
    for (size_t i = 0; i < STEPS; i++)
        if (messages.ports[(at + i) % MOST_PORTS].handle == wanted)
            return &messages.ports[(at + i) % MOST_PORTS];
    return NULL;
}

static void forget(struct port *port)
{
    if (port->event)
        port->event->node = NULL;
    *port = (struct port){0};
}

/* Of a thread that has ended another may have got the memory. NULL: nothing is known of it. */
static struct port *known_port(const uv_async_t *handle, uint32_t thread)
{
    struct port *port = is_port(handle) ? port_slot(handle, handle) : NULL;
    if (!port || port->thread == thread)
        return port;
    forget(port);
    return NULL;
}

/* NULL: too many. */
static struct port *port_of(const uv_async_t *handle, uint32_t thread)
{
    struct port *port = known_port(handle, thread);
    if (!port && (port = port_slot(handle, NULL)))
        *port = (struct port){.handle = handle, .thread = thread, .kind = KIND_MESSAGE};
    return port;
}

void messages_port_closed(const uv_handle_t *handle)
{
    struct port *port = port_slot((const uv_async_t *)handle, (const uv_async_t *)handle);
    if (port)
        forget(port);
}

/* What ports are called. */

static bool peek(const void *from, void *into, size_t size)
{
    struct iovec here = {into, size}, there = {(void *)(uintptr_t)from, size};
    return real.syscall(SYS_process_vm_readv, (long)shim.pid, (long)&here, 1L, (long)&there, 1L,
                        0L) == (long)size;
}

/* A BroadcastChannel's port belongs to a group with a name: MessagePort has its data just before
 * the handle, that has its owner, the MessagePort, and then its group, and that begins with what
 * shared_from_this() needs, and the name, a std::string. Anything else has no name for us. */
static bool channel_name(const uv_async_t *handle, struct line *line)
{
    const void *data = NULL, *words[24] = {0};
    struct {
        const void *shared[2];
        const char *text;
        size_t length;
    } group;
    char text[256];
    size_t at = 0;
    if (!peek((const char *)handle - 2 * sizeof(void *), &data, sizeof data) ||
        !peek(data, words, sizeof words))
        return false;
    while (at + 1 < sizeof words / sizeof *words && words[at] != handle->data)
        at++;
    if (at + 1 == sizeof words / sizeof *words || !peek(words[at + 1], &group, sizeof group) ||
        !group.length || group.length > sizeof text || !peek(group.text, text, group.length))
        return false;
    for (size_t i = 0; i < group.length; i++)
        if (!text[i])
            return false;
    line_text(line, "channel ");
    memcpy(line->text + line->len, text, group.length);
    line->len += group.length;
    return true;
}

static const char *worker_text(const char *before, uint32_t thread)
{
    struct line line = {.len = 0};
    line_text(&line, before);
    line_number(&line, thread);
    line.text[line.len] = '\0';
    return text_kept(line.text);
}

/* "from worker 2 1": the first port to which worker 2 posted that has no better name. */
static const char *poster_text(const struct port *port)
{
    struct line line = {.len = 0};
    line_text(&line, port->poster ? "from worker " : "from main");
    if (port->poster)
        line_number(&line, port->poster);
    line.text[line.len] = '\0';
    return text_numbered(line.text);
}

/* The first that a worker posts is that it is online. */
static bool is_state(struct port *port)
{
    struct port *own = port->born_with ? port_slot(port->born_with, port->born_with) : NULL;
    if (!own || own->state || port->poster != port->worker)
        return false;
    own->state = port->handle;
    return true;
}

static void name_port(struct port *port)
{
    struct line line = {.len = 0};
    if (port->about)
        return;
    if (is_state(port)) {
        port->kind = KIND_WORKER_STATE;
        port->about = worker_text("worker ", port->worker);
    } else if (channel_name(port->handle, &line)) {
        line.text[line.len] = '\0';
        port->about = text_kept(line.text);
    } else {
        port->about = poster_text(port);
    }
}

/* Before it starts its thread, a Worker's constructor makes ports: by the first one Node tells what
 * becomes of the worker (online, error, its output); then, where it has postMessageToThread(), one
 * for that; the last is the program's own. */
void messages_worker_created(uv_loop_t *uv, uint32_t number)
{
    uv_async_t *last[3] = {NULL, NULL, NULL};
    for (EACH_HANDLE(uv, handle))
        if (is_port(handle)) {
            last[0] = last[1];
            last[1] = last[2];
            last[2] = handle;
        }
    struct port *own = last[2] ? port_of(last[2], thread_number()) : NULL;
    if (!own || own->about)
        return;
    own->about = worker_text("from worker ", number);
    for (size_t i = 0; i < 2; i++) {
        struct port *port = last[i] ? port_of(last[i], thread_number()) : NULL;
        if (port && !port->about) {
            port->born_with = last[2];
            port->worker = number;
        }
    }
}

/* A worker's first port is Node's own, by which it gets its script. */
static void find_own(struct loop *loop)
{
    uv_async_t *handle = first_handle(loop->uv);
    while (handle && !is_port(handle))
        handle = next_handle(loop->uv, handle->queue);
    struct port *port = handle ? port_of(handle, loop->thread) : NULL;
    if (port)
        port->is_own = true;
    loop->own_port_found = port != NULL;
}

/* Posting. */

/* Called when something wakes the loop of that descriptor. Its list of handles may be looked at
 * only where its thread cannot be changing it. */
void messages_woken(int epfd, int fd)
{
    if (self.role != ROLE_LOOP || self.deep || !shim.is_node || !baton_is_mine())
        return;
    struct loop *loop = loop_for(epfd);
    if (!loop || !loop->checks || loop->nested || loop->uv->async_io_watcher.fd != fd)
        return;
    bool here = loop->slot == self.slot;
    if (!here && !baton_polls(loop->slot))
        return;
    for (EACH_HANDLE(loop->uv, handle)) {
        struct port *port =
            pending_of(handle) && is_port(handle) ? port_of(handle, loop->thread) : NULL;
        if (!port || port->posted)
            continue;
        port->posted = true;
        port->posted_here = here;
        port->poster = thread_number();
        port->origin = agent_cause();
        loop->posted_to_itself |= here;
    }
}

/* The loop begins to poll: what it posted to itself and was called for meanwhile is over. */
void messages_poll(struct loop *loop)
{
    if (!loop->checks || loop->nested)
        return;
    if (loop->thread && !loop->own_port_found)
        find_own(loop);
    if (!loop->posted_to_itself)
        return;
    loop->posted_to_itself = false;
    for (EACH_HANDLE(loop->uv, handle)) {
        struct port *port = known_port(handle, loop->thread);
        if (port && port->posted && port->posted_here) {
            port->posted = pending_of(handle) != 0;
            loop->posted_to_itself |= port->posted;
        }
    }
}

/* Collecting. */

static bool take_pending(uv_async_t *handle)
{
    int pending = pending_of(handle);
    if (!pending || (pending == 1 && messages.one_is_busy))
        return false;
    return __atomic_compare_exchange_n(&handle->pending, &pending, 0, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}

static void drop_closed(struct loop *loop)
{
    for (size_t i = loop->pending_count; loop->messages && i-- > 0;) {
        struct event *event = loop->pending[i];
        struct port *port = event->kind == EVENT_MESSAGE ? event->node : NULL;
        if (event->kind != EVENT_MESSAGE || (port && port->seen == messages.round))
            continue;
        if (port)
            forget(port);
        event_drop(loop, event);
    }
}

void messages_collect(struct loop *loop)
{
    messages.round++;
    for (EACH_HANDLE(loop->uv, handle)) {
        struct port *port = known_port(handle, loop->thread);
        if (!port)
            continue;
        port->seen = messages.round;
        bool may_hold = port->event || (port->posted && !port->posted_here && !port->is_own);
        if (!may_hold || !take_pending(handle))
            continue;
        port->posted = false;
        if (port->event) /* what is posted meanwhile goes with it: first in, first out */
            continue;
        name_port(port);
        struct name *name = name_of(loop->thread, port->kind, port->about, NO_DELAY);
        port->event = event_arrived(loop, EVENT_MESSAGE, name, 0, PHASE_NONE, &port->origin);
        port->event->node = port;
    }
    drop_closed(loop);
}

bool messages_wake(struct loop *loop)
{
    for (EACH_HANDLE(loop->uv, handle))
        if (pending_of(handle))
            return true;
    return false;
}

/* Node tells that a worker is online, and prints its output, before it tells of messages that the
 * worker posted later. */
bool message_is_behind(const struct event *event)
{
    const struct port *port = event->node;
    const struct port *state = port && port->state ? port_slot(port->state, port->state) : NULL;
    return state && state->event && state->event->order < event->order;
}

void message_deliver(struct event *event)
{
    struct port *port = event->node;
    int nothing = 0;
    if (!port)
        return;
    port->event = NULL;
    uv_async_t *handle = (uv_async_t *)(uintptr_t)port->handle;
    __atomic_compare_exchange_n(&handle->pending, &nothing, PENDING, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
}
