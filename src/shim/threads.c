/* Threads: who they are, and whether they are at work.
 *
 * Each gets a role when it is created: of libuv's pool, running a loop (worker_threads), or any
 * other. Time may jump only when none of the others is at work. */
#include "shim/threads.h"
#include "shim/loop.h"

#include <stdlib.h>
#include <sys/syscall.h>

enum { WORKER_THREAD_STACK = 4 * 1024 * 1024 };

struct thread_record thread_records[MOST_THREADS];
_Atomic uint32_t thread_records_used;
static struct thread_record *main_record;
static _Atomic uint32_t loop_threads; /* worker_threads, besides the main one */

static void *run_thread(void *argument)
{
    struct thread_record *record = argument;
    self.record = record;
    self.stack_top = __builtin_frame_address(0);
    self.role = record->role;
    self.watched = record->role == ROLE_WORKER || record->role == ROLE_LOOP;
    atomic_store(&record->tid, (int32_t)real.syscall(SYS_gettid));
    if (record->role == ROLE_LOOP)
        baton_adopt(record->slot);
    void *result = record->start(record->argument);
    pool_task_ended();
    agent_thread_ended();
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
        if (atomic_compare_exchange_strong(&thread_records[i].used, &unused, 1)) {
            uint32_t seen = atomic_load(&thread_records_used);
            while (seen < i + 1 &&
                   !atomic_compare_exchange_weak(&thread_records_used, &seen, i + 1))
                ;
            return &thread_records[i];
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
    if (pool_is_being_found())
        return ROLE_WORKER;
    if (attributes)
        pthread_attr_getstacksize(attributes, &stack);
    /* Node gives its worker_threads a stack of their own size, and nobody else that one. */
    return shim.is_node && stack == WORKER_THREAD_STACK ? ROLE_LOOP : ROLE_OTHER;
}

/* libuv gives all other threads a stack of the size of the limit. Where that is just Node's own for
 * its worker_threads, it is told a page more, so that the two can be told apart. */
int hook_getrlimit64(resource_kind which, struct rlimit64 *limit)
{
    int status = real.getrlimit64(which, limit);
    if (status == 0 && shim.is_node && which == RLIMIT_STACK &&
        limit->rlim_cur == WORKER_THREAD_STACK)
        limit->rlim_cur += (rlim64_t)sysconf(_SC_PAGESIZE);
    return status;
}

static void prepare_node(void)
{
    static bool prepared;
    if (prepared || !shim.is_node || shim.scope != CONTROLLED)
        return;
    prepared = true;
    agent_hide();
    if (controls(CONTROL_PIN))
        pin_start();
    sources_start();
    loop_start_main();
    pool_find();
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
    record->number = 0;
    atomic_store(&record->deadline, 0);
    atomic_store(&record->runs_task, 0);
    atomic_store(&record->turns_when_asleep, 0);
    if (record->role == ROLE_LOOP) {
        static _Atomic uint32_t created;
        record->number = atomic_fetch_add(&created, 1) + 1;
        record->slot = baton_reserve();
        if (loop_own_uv() && baton_is_mine())
            messages_worker_created(loop_own_uv(), record->number);
        atomic_fetch_add(&loop_threads, 1);
    }
    int status = real.pthread_create(thread, attributes, run_thread, record);
    if (status == 0)
        record->thread = *thread;
    else
        drop_record(record);
    return status;
}

/* The weakest of theirs; at once where one is at work. */
static enum rest rest_of_others(int64_t *deadline)
{
    enum rest all = REST_GOES_ON;
    for (uint32_t i = 0; i < atomic_load(&thread_records_used); i++) {
        struct thread_record *record = &thread_records[i];
        bool free_worker =
            record->role == ROLE_WORKER && !pool_known(); /* one that needs no ticket */
        if (!atomic_load(&record->used) || (record->role != ROLE_OTHER && !free_worker))
            continue;
        int64_t until = atomic_load(&record->deadline);
        if (until && until < *deadline)
            *deadline = until;
        pid_t tid = atomic_load(&record->tid);
        if (!tid || (until && until <= clock_now()))
            return REST_NONE;
        enum rest rest = thread_rest(tid, &record->turns_when_asleep);
        if (rest == REST_NONE)
            return REST_NONE;
        if (rest == REST_IS_NEW)
            all = REST_IS_NEW;
        if (rest == REST_IS_OVER) /* without telling us: pthread_exit */
            atomic_store(&record->used, 0);
    }
    return all;
}

/* One that fell asleep just now may first have woken another that was looked at before it. */
bool threads_at_rest(int64_t *deadline)
{
    enum rest rest = rest_of_others(deadline);
    if (rest == REST_IS_NEW)
        rest = rest_of_others(deadline);
    return rest == REST_GOES_ON;
}

/* In the child of a fork: the other threads are not there. */
void threads_forked(void)
{
    for (uint32_t i = 0; i < MOST_THREADS; i++)
        atomic_store(&thread_records[i].used, 0);
    atomic_store(&loop_threads, 0);
}

bool threads_are_many(void)
{
    for (uint32_t i = 0; i < atomic_load(&thread_records_used); i++)
        if (atomic_load(&thread_records[i].used))
            return true;
    return false;
}

/* This thread turned out to run a loop; the process's first thread, where that is another one, is
 * watched like the rest. */
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
/* The process's first thread was there before we were: its record is made when another thread turns
 * out to run a loop. */
struct thread_record *thread_own_record(void)
{
    if (!self.record && main_record && real.syscall(SYS_gettid) == shim.main_thread)
        self.record = main_record;
    return self.record;
}

uint32_t thread_number(void)
{
    return self.record && shim.is_node ? self.record->number : 0;
}

/* The pool's own end: from then on no task needs a ticket. Any other join, such as that of a
 * worker_thread, is none. */
static bool joins_the_pool(pthread_t thread)
{
    for (uint32_t i = 0; i < atomic_load(&thread_records_used); i++)
        if (atomic_load(&thread_records[i].used) && thread_records[i].role == ROLE_WORKER &&
            pthread_equal(thread_records[i].thread, thread))
            return true;
    return false;
}

bool thread_waits_for_a_loop(void)
{
    return self.role == ROLE_LOOP && atomic_load(&loop_threads) > 0;
}

int hook_pthread_join(pthread_t thread, void **result)
{
    if (self.role == ROLE_LOOP && joins_the_pool(thread))
        pool_open();
    if (!thread_waits_for_a_loop())
        return real.pthread_join(thread, result);
    baton_detach();
    int status = real.pthread_join(thread, result);
    baton_take();
    return status;
}
