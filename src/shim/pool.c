/* libuv's worker pool. A worker that unlocks the pool's mutex has popped a task; when it locks it
 * again the task is done. We take the tasks off libuv's queue as they come, so that each becomes an
 * event of its loop; to start one we put it back alone and hand out one ticket, without which no
 * worker passes the lock. So tasks start when and in the order we choose, before their side effect,
 * one at a time. A task that blocks (opening a FIFO whose writer is another task) is left behind
 * after a while. The pool's mutex and queue are static in the binary; a dummy request at Node's
 * first pthread_create shows both.
 *
 * Whoever submits a task locks the mutex as well, on its loop's thread: so that is the moment at
 * which its cause is known, before the loop polls and collects the task. */
#include "shim/loop.h"
#include "shim/threads.h"

#include <dlfcn.h>

static const int64_t TASK_BLOCKED = 20 * MS; /* asleep for this long: it waits for something */
static const int64_t TASK_LONG = 5000 * MS;  /* at work for this long: it is left to itself */

static struct {
    bool found, finding;
    pthread_mutex_t *mutex;
    void **queue;
    uv_work_t dummy;
    void *waiting[2]; /* tasks taken off libuv's queue and not yet started, linked as it links */
    void *aside[2];   /* the same, by a worker; not yet collected. With the mutex in hand */
    _Atomic uint32_t open, tickets, running, finished;
} pool;

/* What was submitted and not yet collected, in order. Of slow work (dns.lookup) libuv shows only a
 * marker, once for all of it: those wait in a line of their own. */
struct submission {
    struct submission *next;
    void *node; /* NULL: slow work */
    struct origin origin;
};
struct line_of {
    struct submission *first, **last;
};
static struct {
    struct line_of tasks, slow;
    struct submission *spare;
    void *seen; /* the last node of libuv's queue for which this was done */
} submitted = {.tasks.last = &submitted.tasks.first, .slow.last = &submitted.slow.first};

static void queue_take_out(void **node)
{
    ((void **)node[1])[0] = node[0];
    ((void **)node[0])[1] = node[1];
}

static void queue_put(void **before, void **node)
{
    node[0] = before;
    node[1] = before[1];
    ((void **)before[1])[0] = node;
    before[1] = node;
}

/* All of one queue behind the last of another. */
static void queue_move(void **from, void **to)
{
    while (from[0] != from) {
        void **node = from[0];
        queue_take_out(node);
        queue_put(to, node);
    }
}

static void do_nothing(uv_work_t *request)
{
    (void)request;
}

static void do_nothing_after(uv_work_t *request, int status)
{
    (void)request, (void)status;
}

void pool_find(void)
{
    int (*queue_work)(uv_loop_t *, uv_work_t *, uv_work_cb, uv_after_work_cb) =
        dlsym(RTLD_DEFAULT, "uv_queue_work");
    if (!queue_work || !loop_main_uv())
        return;
    pool.waiting[0] = pool.waiting[1] = pool.waiting;
    pool.aside[0] = pool.aside[1] = pool.aside;
    atomic_store(&pool.open, !controls(CONTROL_WORKERS));
    pool.finding = true;
    self.watched = true;
    queue_work(loop_main_uv(), &pool.dummy, do_nothing, do_nothing_after);
    pool.finding = false;
}

bool pool_is_being_found(void)
{
    return pool.finding;
}

bool pool_known(void)
{
    return pool.found && !atomic_load(&pool.open);
}

/* Workers. */

void pool_task_ended(void)
{
    if (!self.runs_task)
        return;
    self.runs_task = false;
    if (self.record)
        atomic_store(&self.record->runs_task, 0);
    atomic_fetch_sub(&pool.running, 1);
    atomic_fetch_add(&pool.finished, 1);
    futex_wake(&pool.finished, 1);
}

/* The ticket counts as a running task from the moment it is handed out, so that nobody is at rest
 * in between. */
static void wait_for_ticket(void)
{
    while (!atomic_load(&pool.open)) {
        uint32_t tickets = atomic_load(&pool.tickets);
        if (tickets && atomic_compare_exchange_strong(&pool.tickets, &tickets, tickets - 1)) {
            self.runs_task = true;
            if (self.record)
                atomic_store(&self.record->runs_task, 1);
            return;
        }
        if (!tickets)
            futex_wait(&pool.tickets, 0, NEVER);
    }
}

/* A worker that comes back from a task counts its slow task (dns.lookup) down once it has the
 * mutex, and with two that are not counted down libuv runs no other: so it gets the mutex at once,
 * with an empty queue in it, and goes on to wait for work. There its task has ended. */
int hook_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (LIKELY(!self.watched) || mutex != pool.mutex)
        return real.pthread_mutex_lock(mutex);
    if (self.role == ROLE_LOOP && !self.deep)
        baton_take(); /* only the holder touches submissions; a loop that was left behind queues up
                         here */
    if (self.role != ROLE_WORKER)
        return real.pthread_mutex_lock(mutex);
    if (self.runs_task) {
        int result = real.pthread_mutex_lock(mutex);
        if (pool_known()) {
            queue_move(pool.queue, pool.aside);
            submitted.seen = NULL;
            return result;
        }
        real.pthread_mutex_unlock(mutex);
    }
    pool_task_ended();
    wait_for_ticket();
    return real.pthread_mutex_lock(mutex);
}

static struct submission *new_submission(void)
{
    struct submission *fresh = submitted.spare;
    if (fresh)
        submitted.spare = fresh->next;
    else
        fresh = shim_alloc(sizeof *fresh);
    return fresh;
}

/* With the mutex in hand. Where nothing was added to the queue, slow work was, behind a marker that
 * is there already. */
static struct submission *note_submission(void)
{
    void *node = pool.queue[1] == pool.queue ? NULL : pool.queue[1];
    bool is_fresh = node && node != submitted.seen;
    struct submission *fresh = new_submission();
    if (!fresh)
        return NULL;
    bool slow = !is_fresh || pool_is_marker(node);
    struct line_of *line = slow ? &submitted.slow : &submitted.tasks;
    *fresh = (struct submission){.node = slow ? NULL : node};
    submitted.seen = node;
    *line->last = fresh;
    line->last = &fresh->next;
    return fresh;
}

/* Whose task this is; nothing where it was submitted by somebody we did not see. */
static struct origin take_submission(void *node)
{
    struct line_of *line = pool_is_marker(node) ? &submitted.slow : &submitted.tasks;
    struct submission **at = &line->first, *found;
    while (*at && (*at)->node != node && line == &submitted.tasks)
        at = &(*at)->next;
    if (!(found = *at))
        return (struct origin){0};
    *at = found->next;
    if (line->last == &found->next)
        line->last = at;
    found->next = submitted.spare;
    submitted.spare = found;
    return found->origin;
}

int hook_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (UNLIKELY(self.watched) && mutex == pool.mutex && self.role == ROLE_LOOP && !self.deep &&
        pool_known()) {
        struct submission *fresh = note_submission();
        int result = real.pthread_mutex_unlock(mutex);
        if (fresh) /* may run JavaScript, for its stack */
            fresh->origin = agent_origin();
        return result;
    }
    if (UNLIKELY(self.look_again)) {
        int result = real.pthread_mutex_unlock(mutex);
        agent_look_again();
        return result;
    }
    if (UNLIKELY(self.watched) && pool.finding && self.role != ROLE_WORKER &&
        pool.dummy.work_req.wq[0]) {
        pool.mutex = mutex;
        pool.queue = pool.dummy.work_req.wq[0];
        pool.found = true;
        pool.finding = false;
    }
    return real.pthread_mutex_unlock(mutex);
}

/* A worker that waits for work waits for its ticket, with which comes a task, and for no signal:
 * waking for nothing is allowed by cond_wait's contract. */
int pool_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    int result = 0;
    if (mutex != pool.mutex || !pool_known())
        result = real.pthread_cond_wait(condition, mutex);
    if (mutex !=
        pool.mutex) /* known only now, perhaps: the first workers wait before the pool is found */
        return result;
    real.pthread_mutex_unlock(mutex);
    pool_task_ended(); /* also of a ticket for a task that was cancelled meanwhile */
    wait_for_ticket();
    real.pthread_mutex_lock(mutex);
    return result;
}

/* The loop's side. */

static bool is_static_node(void *node)
{
    ptrdiff_t distance = (char *)node - (char *)pool.queue;
    return distance > -65536 && distance < 65536;
}

bool pool_is_marker(void *node)
{
    return pool.found && is_static_node(node) && !pool_is_dummy(node);
}

static void add_task(void *node)
{
    const char *about = "";
    enum event_kind kind = KIND_DNS_LOOKUP;
    uv_loop_t *uv = loop_main_uv();
    if (!is_static_node(node)) { /* libuv's marker for "a slow one is waiting" names no task */
        kind = work_name(node, &about);
        uv = work_loop(node);
    }
    struct loop *loop = loop_of_uv(uv);
    if (!loop)
        loop = loop_of_uv(loop_main_uv());
    struct origin origin = take_submission(node);
    if (kind == KIND_WORK && origin.reads) {
        kind = KIND_FS_READ_FILE;
        about = origin.reads;
    }
    struct name *name = name_of(loop->thread, kind, about, NO_DELAY);
    event_arrived(loop, EVENT_TASK, name, 0, PHASE_START, &origin)->node = node;
}

static bool something_queued(void)
{
    return pool.queue[0] != pool.queue || pool.aside[0] != pool.aside;
}

void pool_collect(void)
{
    if (!pool_known() || !something_queued())
        return;
    void *fresh[2] = {fresh, fresh};
    real.pthread_mutex_lock(pool.mutex);
    queue_move(pool.aside, fresh);
    queue_move(pool.queue, fresh);
    submitted.seen = NULL;
    real.pthread_mutex_unlock(pool.mutex);
    while (fresh[0] != fresh) {
        void **node = fresh[0];
        queue_take_out(node);
        queue_put(pool.waiting, node);
        if (pool_is_dummy(node))
            pool_start_task(node);
        else
            add_task(node);
    }
}

/* All that were started sleep: they wait for something. One that has not yet taken its ticket only
 * waits for a core. */
static bool tasks_are_asleep(void)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < atomic_load(&thread_records_used); i++) {
        struct thread_record *record = &thread_records[i];
        if (!atomic_load(&record->used) || !atomic_load(&record->runs_task))
            continue;
        if (thread_letter(shim.pid, atomic_load(&record->tid)) != 'S')
            return false;
        seen++;
    }
    return seen == atomic_load(&pool.running);
}

static void wait_for_task(uint32_t finished_before)
{
    int64_t began = real_now(), asleep_since = 0;
    while (atomic_load(&pool.finished) == finished_before) {
        futex_wait(&pool.finished, finished_before, 2 * MS);
        int64_t now = real_now();
        if (now - began < 4 * MS)
            continue;
        if (!tasks_are_asleep())
            asleep_since = 0;
        else if (!asleep_since)
            asleep_since = now;
        bool blocked = asleep_since && now - asleep_since > TASK_BLOCKED;
        if (blocked || now - began > TASK_LONG)
            return;
    }
}

void pool_start_task(void *node)
{
    uint32_t before = atomic_load(&pool.finished);
    if (atomic_load(&pool.open)) /* teardown: it is on its way by itself */
        return;
    real.pthread_mutex_lock(pool.mutex);
    queue_take_out(node);
    queue_put(pool.queue[0], node); /* in front */
    real.pthread_mutex_unlock(pool.mutex);
    atomic_fetch_add(&pool.running, 1);
    atomic_fetch_add(&pool.tickets, 1);
    futex_wake(&pool.tickets, 1);
    wait_for_task(before);
}

/* A thread that waits outside of its loop's poll (execSync, Atomics.wait) may wait for what a task
 * does: then the oldest task goes, since a delay without end is no schedule. */
bool pool_run_something(void)
{
    if (!pool_known())
        return false;
    void *node = NULL;
    real.pthread_mutex_lock(pool.mutex);
    if (something_queued()) {
        node = pool.aside[0] != pool.aside ? pool.aside[0] : pool.queue[0];
        queue_take_out(node);
        queue_put(pool.waiting, node);
        take_submission(node);
    }
    real.pthread_mutex_unlock(pool.mutex);
    struct event *event = node ? NULL : loop_oldest_task();
    if (event) {
        node = event->node;
        event->started = true;
        trace_note(NOTE_TASK_OUTSIDE, 0, "");
    }
    if (node)
        pool_start_task(node);
    return node != NULL;
}

bool pool_is_dummy(void *node)
{
    return node == (void *)&pool.dummy.work_req.wq;
}

bool pool_is_running(void)
{
    return pool.found && atomic_load(&pool.running) > 0;
}

/* Teardown: whatever we still have goes back, and nobody needs a ticket any more. */
void pool_open(void)
{
    if (!pool.found || atomic_exchange(&pool.open, 1))
        return;
    real.pthread_mutex_lock(pool.mutex);
    queue_move(pool.aside, pool.waiting);
    while (pool.waiting[1] != pool.waiting) { /* from the last, so that the first is first again */
        void **node = pool.waiting[1];
        queue_take_out(node);
        queue_put(pool.queue[0], node);
    }
    real.pthread_mutex_unlock(pool.mutex);
    atomic_fetch_add(&pool.tickets, MOST_THREADS);
    futex_wake(&pool.tickets, MOST_THREADS);
}
