/* The threads of a process, as the shim keeps account of them. For threads.c, pool.c and
 * timed_waits.c. */
#ifndef SHIM_THREADS_H
#define SHIM_THREADS_H

#include "shim/shim.h"

enum { MOST_THREADS = 1024 };

struct thread_record {
    _Atomic uint32_t used;
    _Atomic int32_t tid;
    _Atomic uint32_t runs_task;
    _Atomic int64_t deadline; /* virtual, of a timed wait; 0: none */
    _Atomic uint64_t turns_when_asleep;
    enum role role;
    int slot;
    uint32_t number; /* ROLE_LOOP: of the worker_thread, from 1 in the order of creation */
    pthread_t thread;
    void *(*start)(void *);
    void *argument;
};

/* threads.c: all that were ever used come first. */
extern struct thread_record thread_records[MOST_THREADS];
extern _Atomic uint32_t thread_records_used;
struct thread_record *thread_own_record(void); /* NULL: a thread from before our time */
bool thread_waits_for_a_loop(
    void); /* this one runs a loop, and another one may be the one it waits for */

/* pool.c */
void pool_find(void);
bool pool_is_being_found(void);
void pool_task_ended(void); /* by a worker that may have one in its hands */
int pool_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);

/* looks.c: is a thread of ours asleep? Where it was seen to be, and has not been on a core since,
 * it can have done nothing to anybody: no second look is needed. */
enum rest { REST_NONE, REST_IS_NEW, REST_GOES_ON, REST_IS_OVER /* it has ended */ };
enum rest thread_rest(pid_t tid, _Atomic uint64_t *turns_when_asleep);

#endif
