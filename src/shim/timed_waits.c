/* Waits outside of poll: condition variables, semaphores, sleeps, futexes. A thread in a timed one
 * waits for virtual time.
 *
 * Where a process has several loops, the thread of one gives the baton away while it waits for
 * another (Atomics.wait, the end of a worker). Where it has one, the wait is for threads that need
 * no baton. */
#include "shim/threads.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

/* Of a timed wait, after which virtual time is looked at again. */
static const int64_t SLICE = 1 * MS;

/* Nobody may wait for the baton with a mutex in hand that its holder could want. */
static void retake_baton(pthread_mutex_t *mutex)
{
    if (baton_try_take())
        return;
    real.pthread_mutex_unlock(mutex);
    baton_take();
    real.pthread_mutex_lock(mutex);
}

int hook_pthread_cond_signal(pthread_cond_t *condition)
{
    self.stirred = true;
    return real.pthread_cond_signal(condition);
}

int hook_pthread_cond_broadcast(pthread_cond_t *condition)
{
    self.stirred = true;
    return real.pthread_cond_broadcast(condition);
}

int hook_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    if (self.role == ROLE_WORKER)
        return pool_cond_wait(condition, mutex);
    if (!thread_waits_for_a_loop())
        return real.pthread_cond_wait(condition, mutex);
    baton_release();
    int result = real.pthread_cond_wait(condition, mutex);
    retake_baton(mutex);
    return result;
}

/* A loop's thread that waits for time as well: idle until then, like a poll with nothing to watch.
 * What it did before may concern the others, so they look again; but not when it only comes back to
 * the same wait after a look of its own, or two such threads would send each other round for ever.
 * Two waits in a row may look like one: the same condition, and while the clock stands still the
 * same deadline. Then what it sent or signalled in between tells.
 */
static int64_t loop_thread_slice(const void *what, int64_t deadline)
{
    if (self.waits_for != what || self.waits_until != deadline || self.stirred)
        baton_uncheck_others();
    self.waits_for = what;
    self.waits_until = deadline;
    self.stirred = false;
    struct idle idle = {.deadline = deadline, .held_until = NEVER, .unsure = pool_is_running()};
    int64_t threads = deadline;
    idle.unsure = idle.unsure || !threads_at_rest(&threads);
    idle.deadline = threads < deadline ? threads : deadline;
    baton_take();
    baton_notice_deadline(deadline); /* Atomics.wait(…, 5000) is a watchdog as well */
    if (pool_run_something())
        return 0;
    baton_inside(true);
    enum idle_result result = baton_idle(&idle);
    baton_inside(false);
    return result == IDLE_WAIT_REAL ? SLICE : 0;
}

static int64_t begin_slice(const void *what, int64_t deadline)
{
    if (self.role == ROLE_LOOP)
        return loop_thread_slice(what, deadline);
    struct thread_record *record = thread_own_record();
    if (record)
        atomic_store(&record->deadline, deadline);
    return SLICE;
}

static void follow_real_time(int64_t elapsed, int64_t deadline)
{
    enum owed owed;
    int64_t limit = baton_time_limit(&owed);
    clock_follow(real_now() - elapsed, deadline < limit ? deadline : limit);
}

/* A loop's thread that sleeps outside of its poll and without a time limit may be waiting for this
 * one: nobody else would let time pass then. */
static void end_slice(int64_t slice, int64_t deadline)
{
    int saved = errno;
    if (slice && (self.role == ROLE_LOOP || baton_owner_sleeps()))
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
    return clock_now() + length_of(time);
}

static long timed_futex(long word, long operation, long value, int64_t deadline)
{
    long result;
    long plain = (operation & ~(long)(FUTEX_CLOCK_REALTIME | FUTEX_CMD_MASK)) | FUTEX_WAIT;
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
        SHIM_FIND(syscall);
    if (shim.scope == CONTROLLED) {
#ifdef SYS_io_uring_setup
        if (number == SYS_io_uring_setup)
            return errno = ENOSYS, -1;
#endif
        if (number == SYS_futex && !is_timed_wait(b))
            self.stirred = true; /* a wake-up, mostly */
        if (number == SYS_futex && is_timed_wait(b)) {
            if (d && controls(CONTROL_CLOCK))
                return timed_futex(a, b, c, futex_deadline(b, (const struct timespec *)d));
            if (!d && thread_waits_for_a_loop())
                return untimed_futex(a, b, c, e, f);
        }
    }
    return real.syscall(number, a, b, c, d, e, f);
}
