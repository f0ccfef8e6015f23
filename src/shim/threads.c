/* Threads: libuv's worker pool, worker_threads, and everybody else's waits.
 *
 * Pool. A worker that unlocks the pool's mutex has popped a task; when it locks it again the task
 * is done. We take the tasks off libuv's queue as they come, so that each becomes an event of its
 * loop; to start one we put it back alone and hand out one ticket, without which no worker passes
 * the lock. So tasks start when and in the order we choose, before their side effect, one at a
 * time. A task that blocks (opening a FIFO whose writer is another task) is left behind after a
 * while. The pool's mutex and queue are static in the binary; a dummy request at Node's first
 * pthread_create shows both.
 *
 * Other threads. Time may jump only when none of them is at work; what the kernel says of each
 * decides, since a thread that was just woken still looks blocked to any count of ours. A thread in
 * a timed wait waits for virtual time. */
#include "shim/loop.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/syscall.h>

enum { MOST_THREADS = 1024, WORKER_THREAD_STACK = 4 * 1024 * 1024 };
static const int64_t SLICE =
    1 * MS; /* of a timed wait, after which virtual time is looked at again */
static const int64_t TASK_BLOCKED =
    20 * MS; /* a task asleep for this long is waiting for something */
static const int64_t TASK_LONG = 5000 * MS; /* a task at work for this long is left to itself */

struct thread_record {
    _Atomic uint32_t used;
    _Atomic int32_t tid;
    _Atomic uint32_t runs_task;
    _Atomic int64_t deadline; /* virtual, of a timed wait; 0: none */
    enum role role;
    int slot;
    pthread_t thread;
    void *(*start)(void *);
    void *argument;
};

static struct thread_record records[MOST_THREADS];
static _Atomic uint32_t records_used;
static struct thread_record *main_record;
static _Atomic uint32_t loop_threads; /* worker_threads, besides the main one */

static struct {
    bool found, finding;
    pthread_mutex_t *mutex;
    void **queue;
    uv_work_t dummy;
    void *
        waiting[2]; /* tasks taken off libuv's queue and not yet started, linked as it links them */
    _Atomic uint32_t open, tickets, running, finished;
} pool;

static ssize_t read_task(pid_t pid, pid_t tid, const char *file, char *into, size_t room)
{
    struct line path = {.len = 0};
    line_text(&path, "/proc/");
    line_number(&path, pid);
    line_text(&path, "/task/");
    line_number(&path, tid);
    line_text(&path, file);
    path.text[path.len] = '\0';
    int saved = errno, fd = open(path.text, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : real.read(fd, into, room - 1);
    if (fd >= 0)
        close(fd);
    errno = saved;
    into[got > 0 ? got : 0] = '\0';
    return got;
}

/* "0" for a thread that is on a core or queued for one, the place where it sleeps otherwise. */
static bool waits_in_kernel(pid_t pid, pid_t tid)
{
    char text[64];
    return read_task(pid, tid, "/wchan", text, sizeof text) > 0 && strcmp(text, "0") != 0;
}

/* Of a process of somebody else (sudo, a setuid helper) we are told "0" whatever it does; its letter has to do. */
static bool may_look_into(pid_t pid, pid_t tid)
{
    char text[64];
    return read_task(pid, tid, "/syscall", text, sizeof text) >= 0;
}

/* Some kernels and sandboxes always say "0". Then the letter alone has to do. Found out once, on
 * the first sleeper that would make the difference. */
static bool sleeps_for_certain(pid_t pid, pid_t tid)
{
    static _Atomic int says_nothing = -1;
    if (waits_in_kernel(pid, tid)) {
        atomic_store(&says_nothing, 0);
        return true;
    }
    if (!may_look_into(pid, tid))
        return true;
    for (int tries = 0; atomic_load(&says_nothing) < 0 && tries < 100; tries++) {
        struct timespec nap = {0, 1000000};
        real.nanosleep(&nap, NULL);
        if (waits_in_kernel(pid, tid))
            atomic_store(&says_nothing, 0);
    }
    if (atomic_load(&says_nothing) < 0)
        atomic_store(&says_nothing, 1);
    return atomic_load(&says_nothing) > 0;
}

/* The letter S means "about to sleep" as well: a thread that is preempted between saying so and
 * sleeping, or that was given what it waits for in that moment, shows it for as long as the machine
 * is busy. Counts as R here. */
char thread_letter(pid_t pid, pid_t tid)
{
    char text[256];
    read_task(pid, tid, "/stat", text, sizeof text);
    char *paren = strrchr(text, ')');
    char letter = paren && paren[1] == ' ' ? paren[2] : 0;
    return letter == 'S' && !sleeps_for_certain(pid, tid) ? 'R' : letter;
}

static uint64_t thread_run_time(pid_t pid, pid_t tid)
{
    char text[128];
    return read_task(pid, tid, "/schedstat", text, sizeof text) > 0 ? strtoull(text, NULL, 10) : 0;
}

/* Threads that are looked at one after another may hand work round behind our back: each of them
 * asleep, and none having run since the first look, means that they all sleep. */
struct look {
    uint64_t run_time;
    bool works;
};

static void look_at(struct look *look, pid_t pid, pid_t tid)
{
    look->run_time += thread_run_time(pid, tid);
    look->works = look->works || thread_letter(pid, tid) != 'S';
}

static struct look look_at_process(pid_t pid, pid_t besides)
{
    struct line path = {.len = 0};
    line_text(&path, "/proc/");
    line_number(&path, pid);
    line_text(&path, "/task");
    path.text[path.len] = '\0';
    int saved = errno, fd = open(path.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct look look = {0};
    char entries[4096];
    for (long got;
         fd >= 0 && (got = real.syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0;)
        for (long at = 0; at < got;) {
            struct entry {
                uint64_t inode, offset;
                uint16_t length;
                uint8_t type;
                char name[];
            } *entry = (struct entry *)(entries + at);
            pid_t tid = (pid_t)strtol(entry->name, NULL, 10);
            if (tid > 0 && tid != besides)
                look_at(&look, pid, tid);
            at += entry->length;
        }
    if (fd >= 0)
        close(fd);
    errno = saved;
    return look;
}

bool process_works(pid_t pid, pid_t besides)
{
    struct look first = look_at_process(pid, besides);
    if (first.works)
        return true;
    struct look second = look_at_process(pid, besides);
    return second.works || second.run_time != first.run_time;
}

/* Finding the pool. */

static void do_nothing(uv_work_t *request)
{
    (void)request;
}

static void do_nothing_after(uv_work_t *request, int status)
{
    (void)request, (void)status;
}

static void find_pool(void)
{
    int (*queue_work)(uv_loop_t *, uv_work_t *, uv_work_cb, uv_after_work_cb) =
        dlsym(RTLD_DEFAULT, "uv_queue_work");
    if (!queue_work || !loop_main_uv())
        return;
    pool.waiting[0] = pool.waiting[1] = pool.waiting;
    atomic_store(&pool.open, !controls(CONTROL_WORKERS));
    pool.finding = true;
    self.watched = true;
    queue_work(loop_main_uv(), &pool.dummy, do_nothing, do_nothing_after);
    self.watched = false;
    pool.finding = false;
}

bool pool_known(void)
{
    return pool.found && !atomic_load(&pool.open);
}

/* Workers. */

static void task_ended(void)
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

int hook_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (UNLIKELY(self.watched) && mutex == pool.mutex && self.role == ROLE_WORKER) {
        task_ended();
        wait_for_ticket();
    }
    return real.pthread_mutex_lock(mutex);
}

int hook_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (UNLIKELY(self.watched) && pool.finding && self.role != ROLE_WORKER &&
        pool.dummy.work_req.wq[0]) {
        pool.mutex = mutex;
        pool.queue = pool.dummy.work_req.wq[0];
        pool.found = true;
        pool.finding = false;
    }
    return real.pthread_mutex_unlock(mutex);
}

/* A worker that was signalled returns with the mutex in its hands: it must not pop before it has a
 * ticket. Waking for nothing is allowed by cond_wait's contract. */
static int worker_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    if (mutex == pool.mutex)
        task_ended(); /* a ticket for a task that was cancelled meanwhile */
    int result = real.pthread_cond_wait(condition, mutex);
    if (mutex !=
        pool.mutex) /* known only now, perhaps: the first workers wait before the pool is found */
        return result;
    real.pthread_mutex_unlock(mutex);
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

static void add_task(void *node)
{
    const char *kind = "dns.lookup", *about = "";
    uv_loop_t *uv = loop_main_uv();
    if (!is_static_node(node)) { /* libuv's marker for "a slow one is waiting" names no task */
        work_name(node, &kind, &about);
        uv = work_loop(node);
    }
    struct loop *loop = loop_of_uv(uv);
    if (!loop)
        loop = loop_of_uv(loop_main_uv());
    event_arrived(loop, EVENT_TASK, name_of(kind, about, "start"))->node = node;
}

void pool_collect(void)
{
    if (!pool_known() || pool.queue[0] == pool.queue)
        return;
    void *fresh[2] = {fresh, fresh};
    real.pthread_mutex_lock(pool.mutex);
    while (pool.queue[0] != pool.queue) {
        void **node = pool.queue[0];
        queue_take_out(node);
        queue_put(fresh, node);
    }
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
    for (uint32_t i = 0; i < atomic_load(&records_used); i++) {
        struct thread_record *record = &records[i];
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

/* A thread that waits outside of its loop's poll (execSync, Atomics.wait) may wait for what a task does: then the oldest
 * task goes, since a delay without end is no schedule. */
bool pool_run_something(void)
{
    if (!pool_known())
        return false;
    void *node = NULL;
    real.pthread_mutex_lock(pool.mutex);
    if (pool.queue[0] != pool.queue) {
        node = pool.queue[0];
        queue_take_out(node);
        queue_put(pool.waiting, node);
    }
    real.pthread_mutex_unlock(pool.mutex);
    struct event *event = node ? NULL : loop_oldest_task();
    if (event) {
        node = event->node;
        event->started = true;
        log_note("a task starts while its loop waits outside of its poll");
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
    while (pool.waiting[1] != pool.waiting) { /* from the last, so that the first is first again */
        void **node = pool.waiting[1];
        queue_take_out(node);
        queue_put(pool.queue[0], node);
    }
    real.pthread_mutex_unlock(pool.mutex);
    atomic_fetch_add(&pool.tickets, MOST_THREADS);
    futex_wake(&pool.tickets, MOST_THREADS);
}

/* Creation and end. */

static void *run_thread(void *argument)
{
    struct thread_record *record = argument;
    self.record = record;
    self.role = record->role;
    self.watched = record->role == ROLE_WORKER;
    atomic_store(&record->tid, (int32_t)real.syscall(SYS_gettid));
    if (record->role == ROLE_LOOP)
        baton_adopt(record->slot);
    void *result = record->start(record->argument);
    task_ended();
    baton_leave();
    loop_thread_ended();
    if (record->role == ROLE_LOOP && shim.is_node)
        atomic_fetch_sub(&loop_threads, 1);
    atomic_store(&record->tid, 0);
    atomic_store(&record->used, 0);
    return result;
}

static struct thread_record *claim_record(void)
{
    for (uint32_t i = 0; i < MOST_THREADS; i++) {
        uint32_t unused = 0;
        if (atomic_compare_exchange_strong(&records[i].used, &unused, 1)) {
            uint32_t seen = atomic_load(&records_used);
            while (seen < i + 1 && !atomic_compare_exchange_weak(&records_used, &seen, i + 1))
                ;
            return &records[i];
        }
    }
    return NULL;
}

static void drop_record(struct thread_record *record)
{
    if (record->role == ROLE_LOOP) {
        baton_drop(record->slot);
        atomic_fetch_sub(&loop_threads, 1);
    }
    atomic_store(&record->used, 0);
}

static enum role role_of_new(const pthread_attr_t *attributes)
{
    size_t stack = 0;
    if (pool.finding)
        return ROLE_WORKER;
    if (attributes)
        pthread_attr_getstacksize(attributes, &stack);
    /* Node gives its worker_threads a stack of their own size, and nobody else that one. */
    return shim.is_node && stack == WORKER_THREAD_STACK ? ROLE_LOOP : ROLE_OTHER;
}

static void prepare_node(void)
{
    static bool prepared;
    if (prepared || !shim.is_node || shim.scope != CONTROLLED)
        return;
    prepared = true;
    if (controls(CONTROL_PIN))
        pin_start();
    sources_start();
    loop_start_main();
    find_pool();
}

int hook_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                        void *argument)
{
    prepare_node();
    struct thread_record *record = claim_record();
    if (!record)
        return real.pthread_create(thread, attributes, start, argument);
    record->role = role_of_new(attributes);
    record->start = start;
    record->argument = argument;
    record->slot = -1;
    atomic_store(&record->deadline, 0);
    atomic_store(&record->runs_task, 0);
    if (record->role == ROLE_LOOP) {
        record->slot = baton_reserve();
        atomic_fetch_add(&loop_threads, 1);
    }
    int status = real.pthread_create(thread, attributes, run_thread, record);
    if (status == 0)
        record->thread = *thread;
    else
        drop_record(record);
    return status;
}

static struct look look_at_others(int64_t *deadline)
{
    struct look look = {0};
    for (uint32_t i = 0; i < atomic_load(&records_used); i++) {
        struct thread_record *record = &records[i];
        bool free_worker =
            record->role == ROLE_WORKER && !pool_known(); /* one that needs no ticket */
        if (!atomic_load(&record->used) || (record->role != ROLE_OTHER && !free_worker))
            continue;
        int64_t until = atomic_load(&record->deadline);
        if (until && until < *deadline)
            *deadline = until;
        pid_t tid = atomic_load(&record->tid);
        if (tid && thread_letter(shim.pid, tid) == 0) { /* it ended without telling us: pthread_exit */
            atomic_store(&record->used, 0);
            continue;
        }
        look.works = look.works || (until && until <= clock_now()) || !tid;
        if (!look.works)
            look_at(&look, shim.pid, tid);
    }
    return look;
}

bool threads_at_rest(int64_t *deadline)
{
    struct look first = look_at_others(deadline);
    if (first.works)
        return false;
    struct look second = look_at_others(deadline);
    return !second.works && second.run_time == first.run_time;
}

/* In the child of a fork: the other threads are not there. */
void threads_forked(void)
{
    for (uint32_t i = 0; i < MOST_THREADS; i++)
        atomic_store(&records[i].used, 0);
    atomic_store(&loop_threads, 0);
}

bool threads_are_many(void)
{
    for (uint32_t i = 0; i < atomic_load(&records_used); i++)
        if (atomic_load(&records[i].used))
            return true;
    return false;
}

/* This thread turned out to run a loop; the process's first thread, where that is another one, is watched like the rest. */
void threads_became_loop(void)
{
    self.role = ROLE_LOOP;
    if (self.record)
        self.record->role = ROLE_LOOP;
    static bool main_is_known;
    if (main_is_known || real.syscall(SYS_gettid) == shim.main_thread)
        return;
    main_is_known = true;
    struct thread_record *record = claim_record();
    if (record) {
        record->role = ROLE_OTHER;
        atomic_store(&record->deadline, 0);
        atomic_store(&record->tid, shim.main_thread);
        main_record = record;
    }
}

/* Waits outside of poll. Where a process has several loops, the thread of one gives the baton away
 * while it waits for another (Atomics.wait, the end of a worker). Where it has one, the wait is for
 * threads that need no baton. */

/* The pool's own end: from then on no task needs a ticket. Any other join, such as that of a worker_thread, is none. */
static bool joins_the_pool(pthread_t thread)
{
    for (uint32_t i = 0; i < atomic_load(&records_used); i++)
        if (atomic_load(&records[i].used) && records[i].role == ROLE_WORKER &&
            pthread_equal(records[i].thread, thread))
            return true;
    return false;
}

static bool waits_for_a_loop(void)
{
    return self.role == ROLE_LOOP && atomic_load(&loop_threads) > 0;
}

int hook_pthread_join(pthread_t thread, void **result)
{
    if (self.role == ROLE_LOOP && joins_the_pool(thread))
        pool_open();
    if (!waits_for_a_loop())
        return real.pthread_join(thread, result);
    baton_detach();
    int status = real.pthread_join(thread, result);
    baton_take();
    return status;
}

/* Nobody may wait for the baton with a mutex in hand that its holder could want. */
static void retake_baton(pthread_mutex_t *mutex)
{
    if (baton_try_take())
        return;
    real.pthread_mutex_unlock(mutex);
    baton_take();
    real.pthread_mutex_lock(mutex);
}

int hook_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    if (self.role == ROLE_WORKER)
        return worker_cond_wait(condition, mutex);
    if (!waits_for_a_loop())
        return real.pthread_cond_wait(condition, mutex);
    baton_release();
    int result = real.pthread_cond_wait(condition, mutex);
    retake_baton(mutex);
    return result;
}

/* A loop's thread that waits for time as well: idle until then, like a poll with nothing to watch.
 * What it did before may concern the others, so they look again; but not when it only comes back to
 * the same wait after a look of its own, or two such threads would send each other round for ever.
 */
static int64_t loop_thread_slice(const void *what, int64_t deadline)
{
    if (self.waits_for != what || self.waits_until != deadline)
        baton_uncheck_others();
    self.waits_for = what;
    self.waits_until = deadline;
    struct idle idle = {.deadline = deadline, .unsure = pool_is_running()};
    int64_t threads = deadline;
    idle.unsure = idle.unsure || !threads_at_rest(&threads);
    idle.deadline = threads < deadline ? threads : deadline;
    baton_take();
    if (pool_run_something())
        return 0;
    baton_inside(true);
    enum idle_result result = baton_idle(&idle);
    baton_inside(false);
    return result == IDLE_WAIT_REAL ? SLICE : 0;
}

/* The process's first thread was there before we were: its record is made when another thread turns out to run a loop. */
static struct thread_record *my_record(void)
{
    if (!self.record && main_record && real.syscall(SYS_gettid) == shim.main_thread)
        self.record = main_record;
    return self.record;
}

static int64_t begin_slice(const void *what, int64_t deadline)
{
    if (self.role == ROLE_LOOP)
        return loop_thread_slice(what, deadline);
    struct thread_record *record = my_record();
    if (record)
        atomic_store(&record->deadline, deadline);
    return SLICE;
}

static void follow_real_time(int64_t elapsed, int64_t deadline)
{
    enum owed owed;
    int64_t limit = baton_time_limit(&owed);
    clock_follow(elapsed, deadline < limit ? deadline : limit);
}

static void end_slice(int64_t slice, int64_t deadline)
{
    int saved = errno;
    if (self.role == ROLE_LOOP && slice)
        follow_real_time(slice, deadline);
    errno = saved;
}

static void end_timed_wait(void)
{
    if (self.record)
        atomic_store(&self.record->deadline, 0);
}

static struct timespec real_deadline(clockid_t id, int64_t from_now)
{
    struct timespec now;
    real.clock_gettime(id, &now);
    int64_t ns = now.tv_nsec + from_now;
    return (struct timespec){now.tv_sec + ns / 1000000000, ns % 1000000000};
}

/* The wait in slices of real time, until it is satisfied or virtual time has come. */
#define TIMED_WAIT(what, id, until, try_until)                                                     \
    int64_t deadline = virtual_deadline(id, until);                                                \
    int result;                                                                                    \
    do {                                                                                           \
        int64_t slice = begin_slice(what, deadline);                                               \
        struct timespec limit = real_deadline(id, slice);                                          \
        result = try_until;                                                                        \
        end_slice(slice, deadline);                                                                \
    } while (TIMED_OUT && clock_now() < deadline);                                                 \
    end_timed_wait();                                                                              \
    return result

/* On a loop's thread: waiting for a turn with the mutex in hand would block whoever wants to
 * signal, and a signal that comes meanwhile is lost. So the mutex is free during the turn-taking,
 * and the wait ends early, as it is allowed to: the caller looks at its condition again and comes
 * back. */
static int loop_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t id,
                          bool by_clock, int64_t deadline)
{
    real.pthread_mutex_unlock(mutex);
    int64_t slice = loop_thread_slice(condition, deadline);
    real.pthread_mutex_lock(mutex);
    if (slice) {
        struct timespec limit = real_deadline(id, slice);
        int64_t began = real_now();
        if (by_clock)
            real.pthread_cond_clockwait(condition, mutex, id, &limit);
        else
            real.pthread_cond_timedwait(condition, mutex, &limit);
        end_slice(real_now() - began, deadline);
    }
    if (clock_now() < deadline)
        return 0;
    end_timed_wait();
    return ETIMEDOUT;
}

#define TIMED_OUT (result == ETIMEDOUT)
int hook_pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t id,
                                const struct timespec *until)
{
    if (!controls(CONTROL_CLOCK))
        return real.pthread_cond_clockwait(condition, mutex, id, until);
    if (self.role == ROLE_LOOP)
        return loop_cond_wait(condition, mutex, id, true, virtual_deadline(id, until));
    TIMED_WAIT(condition, id, until, real.pthread_cond_clockwait(condition, mutex, id, &limit));
}

int hook_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                const struct timespec *until)
{
    if (!controls(CONTROL_CLOCK))
        return real.pthread_cond_timedwait(condition, mutex, until);
    clockid_t id = clock_of_deadline(until);
    if (self.role == ROLE_LOOP)
        return loop_cond_wait(condition, mutex, id, false, virtual_deadline(id, until));
    TIMED_WAIT(condition, id, until, real.pthread_cond_timedwait(condition, mutex, &limit));
}
#undef TIMED_OUT

#define TIMED_OUT (result != 0 && errno == ETIMEDOUT)
int hook_sem_clockwait(sem_t *semaphore, clockid_t id, const struct timespec *until)
{
    if (!controls(CONTROL_CLOCK))
        return real.sem_clockwait(semaphore, id, until);
    TIMED_WAIT(semaphore, id, until, real.sem_clockwait(semaphore, id, &limit));
}

int hook_sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    if (!controls(CONTROL_CLOCK))
        return real.sem_timedwait(semaphore, until);
    TIMED_WAIT(semaphore, CLOCK_REALTIME, until, real.sem_timedwait(semaphore, &limit));
}
#undef TIMED_OUT

int hook_sem_post(sem_t *semaphore)
{
    return real.sem_post(semaphore);
}

void sleep_until(int64_t deadline)
{
    while (clock_now() < deadline) {
        int64_t slice = begin_slice(&deadline, deadline);
        if (slice) {
            struct timespec length = {0, (long)slice};
            real.nanosleep(&length, NULL);
        }
        end_slice(slice, deadline);
    }
    end_timed_wait();
}

/* Futexes, as V8 of Node 24 and later waits on them; and io_uring, which would carry epoll_ctl
 * past us. */

static bool is_timed_wait(long operation)
{
    long command = operation & FUTEX_CMD_MASK;
    return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
}

/* FUTEX_WAIT's time is relative, FUTEX_WAIT_BITSET's absolute. */
static int64_t futex_deadline(long operation, const struct timespec *time)
{
    clockid_t id = operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET)
        return virtual_deadline(id, time);
    return clock_now() + time->tv_sec * INT64_C(1000000000) + time->tv_nsec;
}

static long timed_futex(long word, long operation, long value, long mask, int64_t deadline)
{
    long result;
    long plain = (operation & ~(long)(FUTEX_CLOCK_REALTIME | FUTEX_CMD_MASK)) | FUTEX_WAIT;
    (void)mask;
    do {
        int64_t slice = begin_slice((void *)word, deadline);
        struct timespec length = {0, (long)slice};
        result = real.syscall(SYS_futex, word, plain, value, &length, 0, 0);
        end_slice(slice, deadline);
    } while (result != 0 && errno == ETIMEDOUT && clock_now() < deadline);
    end_timed_wait();
    return result;
}

static long untimed_futex(long word, long operation, long value, long more, long mask)
{
    baton_release();
    long result = real.syscall(SYS_futex, word, operation, value, 0, more, mask);
    int saved = errno;
    baton_take();
    errno = saved;
    return result;
}

__attribute__((visibility("default"))) long syscall(long number, ...)
{
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
    long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    if (UNLIKELY(!real.syscall))
        shim_load_real();
    if (shim.scope == CONTROLLED) {
#ifdef SYS_io_uring_setup
        if (number == SYS_io_uring_setup)
            return errno = ENOSYS, -1;
#endif
        if (number == SYS_futex && is_timed_wait(b)) {
            if (d && controls(CONTROL_CLOCK))
                return timed_futex(a, b, c, f, futex_deadline(b, (const struct timespec *)d));
            if (!d && waits_for_a_loop())
                return untimed_futex(a, b, c, e, f);
        }
    }
    return real.syscall(number, a, b, c, d, e, f);
}
