/* Virtual time: one clock for the whole tree of processes, in the segment.
 *
 * It stands still while a program computes, so that a run does not depend on how fast the machine
 * is, and jumps when nobody has anything to do (baton.c decides). Two things would hang on a clock
 * that never moves by itself: a loop that reads it until time has passed, and a loop that never
 * becomes idle (immediates that re-arm, traffic without end). Both are given slow, counted steps,
 * fewer than the real time they took. */
#include "shim/shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/syscall.h>

enum {
    FREE_READS = 20000, /* reads between two polls for which the clock stands still */
    READ_STEP = 100,    /* ns a read after that: about what a read costs */
    CHECK_EVERY = 256,  /* reads after which we look at the real clock */
    FREE_POLLS = 1000,  /* polls in a row without any rest */
    POLL_STEP = 10000,  /* ns a poll after that: less than any real turn of the loop takes */
};
static const int64_t LAG = 500 * MS; /* how far a busy-wait may stay behind the real clock */

static struct {
    _Atomic uint32_t reads;      /* since the last poll */
    uint32_t busy_polls;         /* since the last rest */
    _Atomic int64_t crept;       /* ns added by reads since the last poll */
    _Atomic int64_t creep_began; /* real time */
} pace;

int64_t real_now(void)
{
    struct timespec now;
    /* glibc's clock_gettime answers from the vDSO; the raw system call would cost ten times as
     * much. */
    real.clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int64_t clock_now(void)
{
    return controls(CONTROL_CLOCK) ? atomic_load(&shim.segment->now_ns) : real_now();
}

static void advance_to(int64_t when)
{
    int64_t now = atomic_load(&shim.segment->now_ns);
    while (when > now && !atomic_compare_exchange_weak(&shim.segment->now_ns, &now, when))
        ;
}

void clock_jump_to(int64_t when)
{
    int64_t before = atomic_load(&shim.segment->now_ns);
    advance_to(when);
    if (when > before)
        atomic_fetch_add(&shim.segment->jumped_ns, when - before);
    pace.busy_polls = 0;
}

/* Several may wait for the same stranger: no stretch of real time counts twice. */
void clock_follow(int64_t since, int64_t limit)
{
    if (!controls(CONTROL_CLOCK))
        return;
    int64_t now = real_now(), counted = atomic_exchange(&shim.segment->followed_until_ns, now);
    int64_t elapsed = now - (counted > since ? counted : since);
    int64_t target = clock_now() + (elapsed > 0 ? elapsed : 0);
    advance_to(target > limit ? limit : target);
    pace.busy_polls = 0;
}

void clock_new_poll(void)
{
    pace.reads = 0;
    pace.crept = 0;
    if (++pace.busy_polls > FREE_POLLS && controls(CONTROL_CLOCK))
        atomic_fetch_add(&shim.segment->now_ns, POLL_STEP);
}

/* A busy-wait whose turns are long would need hours of counted steps: it gets the real time it
 * spent, a little late. */
static void catch_up(void)
{
    int64_t began = pace.creep_began, now = real_now();
    if (!began) {
        pace.creep_began = now;
        return;
    }
    int64_t behind = now - began - LAG - pace.crept;
    if (behind > 0) {
        atomic_fetch_add(&shim.segment->now_ns, behind);
        pace.crept += behind;
    }
}

static int64_t clock_read(void)
{
    if (!controls(CONTROL_CLOCK))
        return real_now();
    uint32_t reads = atomic_fetch_add_explicit(&pace.reads, 1, memory_order_relaxed);
    if (LIKELY(reads < FREE_READS))
        return atomic_load_explicit(&shim.segment->now_ns, memory_order_relaxed);
    if (reads == FREE_READS)
        pace.creep_began = 0;
    if (reads % CHECK_EVERY == 0)
        catch_up();
    pace.crept += READ_STEP;
    return atomic_fetch_add(&shim.segment->now_ns, READ_STEP) + READ_STEP;
}

static int64_t to_realtime(int64_t monotonic)
{
    return monotonic - shim.segment->mono_start_ns + shim.segment->realtime_start_ns;
}

static struct timespec as_timespec(int64_t ns)
{
    return (struct timespec){ns / 1000000000, ns % 1000000000};
}

static bool is_wall_clock(clockid_t id)
{
    return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE;
}

int hook_clock_gettime(clockid_t id, struct timespec *result)
{
    if (!controls(CONTROL_CLOCK))
        return real.clock_gettime(id, result);
    switch (id) {
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
        *result = as_timespec(clock_read() + shim.ahead);
        return 0;
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
        *result = as_timespec(to_realtime(clock_read() + shim.ahead));
        return 0;
    default: /* CPU clocks measure work, which is real */
        return real.clock_gettime(id, result);
    }
}

int hook_gettimeofday(struct timeval *result, void *zone)
{
    if (!controls(CONTROL_CLOCK) || !result)
        return real.gettimeofday(result, zone);
    int64_t now = to_realtime(clock_read() + shim.ahead);
    *result = (struct timeval){now / 1000000000, now % 1000000000 / 1000};
    return 0;
}

time_t hook_time(time_t *result)
{
    if (!controls(CONTROL_CLOCK))
        return real.time(result);
    time_t now = to_realtime(clock_read() + shim.ahead) / 1000000000;
    if (result)
        *result = now;
    return now;
}

/* pthread_cond_timedwait does not say which clock its condition uses; the deadline itself gives it
 * away: a wall clock counts from 1970, a monotonic one from the machine's start. */
clockid_t clock_of_deadline(const struct timespec *until)
{
    return until->tv_sec > 1000000000 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
}

int64_t virtual_deadline(clockid_t id, const struct timespec *until)
{
    int64_t ns;
    if (__builtin_mul_overflow((int64_t)until->tv_sec, INT64_C(1000000000), &ns))
        return NEVER;
    ns += until->tv_nsec - shim.ahead;
    return is_wall_clock(id) ? ns - shim.segment->realtime_start_ns + shim.segment->mono_start_ns
                             : ns;
}

static int sleep_for(int64_t length, struct timespec *left)
{
    if (length < 0 || length > NEVER / 2)
        return errno = EINVAL, -1;
    sleep_until(clock_now() + length);
    if (left)
        *left = (struct timespec){0, 0};
    return 0;
}

/* Node's binary sleeps by itself in one place: V8's locks, when first fought for, measure the
 * processor's frequency (V8 14, up to 255 ms). It decides nothing that a program could see, but
 * whether it comes to it differs from run to run: so it takes no time at all. */
static bool is_by_the_runtime(const void *caller)
{
    Dl_info from, node;
    return shim.is_node && dladdr(caller, &from) &&
           dladdr(dlsym(RTLD_DEFAULT, "uv_default_loop"), &node) &&
           from.dli_fbase == node.dli_fbase;
}

static int virtual_nanosleep(const struct timespec *length, struct timespec *left)
{
    if (!controls(CONTROL_CLOCK))
        return real.nanosleep(length, left);
    return sleep_for(length->tv_sec * INT64_C(1000000000) + length->tv_nsec, left);
}

__attribute__((visibility("default"))) int nanosleep(const struct timespec *length,
                                                     struct timespec *left)
{
    if (UNLIKELY(!real.nanosleep))
        shim_load_real();
    if (shim.scope < CONTROLLED || self.deep || !controls(CONTROL_CLOCK))
        return real.nanosleep(length, left);
    return is_by_the_runtime(__builtin_return_address(0)) ? 0 : virtual_nanosleep(length, left);
}

int hook_clock_nanosleep(clockid_t id, int flags, const struct timespec *until,
                         struct timespec *left)
{
    if (!controls(CONTROL_CLOCK))
        return real.clock_nanosleep(id, flags, until, left);
    int64_t length = until->tv_sec * INT64_C(1000000000) + until->tv_nsec;
    if (flags & TIMER_ABSTIME)
        length = virtual_deadline(id, until) - clock_now();
    int saved = errno;
    int result = sleep_for(length < 0 ? 0 : length, left) == 0 ? 0 : EINVAL;
    errno = saved;
    return result;
}

int hook_usleep(useconds_t length)
{
    struct timespec wanted = {length / 1000000, (long)(length % 1000000) * 1000};
    return virtual_nanosleep(&wanted, NULL);
}

unsigned hook_sleep(unsigned length)
{
    virtual_nanosleep(&(struct timespec){length, 0}, NULL);
    return 0;
}
