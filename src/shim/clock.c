/* Virtual time: one clock for the whole tree of processes, in the segment.
 *
 * It stands still while a program computes, so that a run does not depend on how fast the machine
 * is, and jumps when nobody has anything to do (baton.c decides). Two things would hang on a clock
 * that never moves by itself: a loop that reads it until time has passed, and a loop that never
 * becomes idle (immediates that re-arm, traffic without end). Both are given slow, counted steps,
 * fewer than the real time they took. A loop that does much work between two reads would need hours
 * of those: it is recognised by its even reads, and the clock follows its work in coarse steps. */
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
    HAND_STEP = 50000,  /* where another loop ran before: two threads woke each other */
};
static const int64_t LAG = 500 * MS; /* how far a busy-wait may stay behind the real clock */

/* When work between clock reads counts as waiting for time to pass. Of Node's own reads, some 2,600
 * at its start, many come in pairs (a thing was measured) and none at even distances for so long.
 */
enum { EVEN_GAPS = 6, UNEVEN = 3, MOST_MISSES = 2, GAPS_A_MISS = 16, MOST_TOGETHER = 8 };
static const int64_t NO_WORK = 1000;       /* ns between reads: left to counting */
static const int64_t LEAST_WORK = 30 * MS; /* CPU time of all even gaps */
static const int64_t SLOW_GAP = 2 * MS;    /* from here on the clock takes wide steps */
static const int64_t STEP = 10 * MS, WIDE_STEP = 50 * MS;

/* Reads of this loop's thread since its last poll that have about the same work between them. */
static __thread struct {
    int64_t read_at;          /* real time of the last read */
    int64_t worked, gap;      /* CPU time at the last read of the row, and its mean gap */
    int64_t began, began_now; /* CPU time and virtual time when the row began */
    unsigned gaps, misses;
    unsigned idle_reads; /* without work between them, since the last gap */
} row;

static struct {
    _Atomic uint32_t reads;      /* since the last poll */
    uint32_t busy_polls;         /* since the last rest */
    int64_t jumped;              /* what all jumps of the tree came to at the last poll */
    _Atomic int64_t crept;       /* ns added by reads since the last poll */
    _Atomic int64_t creep_began; /* CPU time of the process */
    _Atomic int64_t last_read;   /* what a read of this process was last told */
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
    if (when > before) {
        atomic_fetch_add(&shim.segment->jumped_ns, when - before);
        trace_jump(before);
    }
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
    row.gaps = 0;
    row.read_at = 0;
    int64_t jumped = atomic_load_explicit(&shim.segment->jumped_ns, memory_order_relaxed);
    if (jumped != pace.jumped) /* whoever let time pass: the whole tree was at rest */
        pace.busy_polls = 0;
    pace.jumped = jumped;
    if (++pace.busy_polls > FREE_POLLS && controls(CONTROL_CLOCK))
        atomic_fetch_add(&shim.segment->now_ns, self.was_handed ? HAND_STEP : POLL_STEP);
    self.was_handed = false;
}

static int64_t cpu_time(clockid_t whose)
{
    struct timespec now;
    real.clock_gettime(whose, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* A busy-wait whose turns are uneven would need hours of counted steps: it gets the time it worked,
 * a little late. */
static void catch_up(void)
{
    int64_t began = pace.creep_began, now = cpu_time(CLOCK_PROCESS_CPUTIME_ID);
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

/* On a machine no two reads are the same instant, and Node relies on it: an http server keeps its
 * connections in a set that is ordered by when their requests began, and drops the second of two
 * that began at once. So a read is told a nanosecond more than the one before it, while the common
 * clock stands still. */
static int64_t distinct(int64_t now)
{
    int64_t last = atomic_load_explicit(&pace.last_read, memory_order_relaxed), told;
    do
        told = now > last ? now : last + 1;
    while (!atomic_compare_exchange_weak(&pace.last_read, &last, told));
    return told;
}

static void begin_row(int64_t worked)
{
    row.worked = row.began = worked;
    row.began_now = atomic_load(&shim.segment->now_ns);
    row.gaps = row.misses = 0;
}

/* True where this read is one of a row of reads with even work between them, that is: the program
 * computes until time has passed. The clock goes on by the work of the whole row. It is measured,
 * so it differs from run to run; but the clock shows whole steps only, and the program stops at the
 * first one that it can see, which is the same in every run unless a turn takes longer than a step.
 */
static bool follow_work(void)
{
    int64_t now = real_now(), since = row.read_at;
    row.read_at = now;
    if (LIKELY(now - since < NO_WORK)) { /* once or twice: the same read, made by several */
        if (++row.idle_reads > MOST_TOGETHER)
            row.gaps = 0, row.gap = 0;
        return false;
    }
    row.idle_reads = 0;
    int64_t worked = cpu_time(CLOCK_THREAD_CPUTIME_ID), gap = worked - row.worked;
    if (!since || !row.gap) {
        begin_row(worked);
        row.gap = INT64_MAX;
        return false;
    }
    if (row.gap == INT64_MAX) /* the first of the row */
        row.gap = gap > 0 ? gap : 1;
    bool even = gap < row.gap * UNEVEN && gap * UNEVEN > row.gap;
    row.misses += !even;
    row.worked = worked;
    if (row.misses > MOST_MISSES + row.gaps / GAPS_A_MISS) {
        begin_row(worked);
        row.gap = INT64_MAX;
        return false;
    }
    row.gaps++;
    if (even)
        row.gap += (gap - row.gap) / 4;
    if (row.gaps < EVEN_GAPS || worked - row.began < LEAST_WORK)
        return false;
    int64_t step = row.gap < SLOW_GAP ? STEP : WIDE_STEP;
    advance_to(row.began_now + (worked - row.began) / step * step);
    return true;
}

static int64_t virtual_read(void)
{
    if (self.role == ROLE_LOOP && follow_work())
        return atomic_load_explicit(&shim.segment->now_ns, memory_order_relaxed);
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

static int64_t clock_read(void)
{
    return controls(CONTROL_CLOCK) ? distinct(virtual_read()) : real_now();
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

/* As long as it says, but for what no sum with a time could hold. */
int64_t length_of(const struct timespec *time)
{
    int64_t ns;
    if (__builtin_mul_overflow((int64_t)time->tv_sec, INT64_C(1000000000), &ns) || ns > NEVER / 2)
        return time->tv_sec < 0 ? -1 : NEVER / 2;
    return ns + time->tv_nsec;
}

static int sleep_for(int64_t length, struct timespec *left)
{
    if (length < 0)
        return errno = EINVAL, -1;
    sleep_until(clock_now() + length);
    if (left)
        *left = (struct timespec){0, 0};
    return 0;
}

/* Node's binary sleeps by itself in one place: V8's locks, when first fought for, measure the
 * processor's frequency (V8 14, up to 255 ms). It decides nothing that a program could see, but
 * whether it comes to it differs from run to run: so it takes no time at all. Node's own JavaScript
 * sleeps by uv_sleep (fs.rmSync between two tries), which takes its time. */
static bool is_by_the_runtime(const void *caller)
{
    Dl_info from, node;
    return shim.is_node && dladdr(caller, &from) &&
           dladdr(dlsym(RTLD_DEFAULT, "uv_default_loop"), &node) &&
           from.dli_fbase == node.dli_fbase &&
           !(from.dli_sname && strcmp(from.dli_sname, "uv_sleep") == 0);
}

static int virtual_nanosleep(const struct timespec *length, struct timespec *left)
{
    if (!controls(CONTROL_CLOCK))
        return real.nanosleep(length, left);
    return sleep_for(length_of(length), left);
}

__attribute__((visibility("default"))) int nanosleep(const struct timespec *length,
                                                     struct timespec *left)
{
    if (UNLIKELY(!real.nanosleep))
        SHIM_FIND(nanosleep);
    if (shim.scope < CONTROLLED || self.deep || !controls(CONTROL_CLOCK))
        return real.nanosleep(length, left);
    return is_by_the_runtime(__builtin_return_address(0)) ? 0 : virtual_nanosleep(length, left);
}

int hook_clock_nanosleep(clockid_t id, int flags, const struct timespec *until,
                         struct timespec *left)
{
    if (!controls(CONTROL_CLOCK))
        return real.clock_nanosleep(id, flags, until, left);
    int64_t length = length_of(until);
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
