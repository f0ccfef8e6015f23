/* Waiting on a word of shared memory, and a lock across processes. */
#include "shim/shim.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>

void futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t timeout_ns)
{
    struct timespec limit = {timeout_ns / 1000000000, timeout_ns % 1000000000};
    int saved = errno;
    real.syscall(SYS_futex, word, FUTEX_WAIT, value, timeout_ns == NEVER ? NULL : &limit, NULL, 0);
    errno = saved;
}

void futex_wake(_Atomic uint32_t *word, int count)
{
    int saved = errno;
    real.syscall(SYS_futex, word, FUTEX_WAKE, count, NULL, NULL, 0);
    errno = saved;
}

/* A zombie too: its parent may be the one that waits here. */
static bool is_dead(pid_t pid)
{
    char letter = process_letter(pid);
    return letter == 0 || letter == 'Z';
}

/* Held for microseconds only. The word is the holder's pid, so that a holder that was killed does
 * not stop the others. */
void spin_lock(_Atomic uint32_t *lock)
{
    uint32_t me = (uint32_t)getpid();
    for (unsigned tries = 0;; tries++) {
        uint32_t nobody = 0;
        if (atomic_compare_exchange_weak(lock, &nobody, me))
            return;
        if (tries > 50)
            sched_yield();
        if (nobody && tries > 2000 && tries % 1000 == 0 && is_dead((pid_t)nobody))
            atomic_compare_exchange_strong(lock, &nobody, 0);
    }
}

void spin_unlock(_Atomic uint32_t *lock)
{
    atomic_store(lock, 0);
}
