/* delay: NACD's algorithms 1 to 3. Each asynchronous operation is held with a probability (one
 * half) for up to half a second, once before its action (a worker task's start) and once before its
 * callback. The order of connected callbacks is kept by itself: one descriptor's events come one at
 * a time, and a task's completion follows its task. The time is virtual. */
#include "shim/loop.h"

static void arrive(struct random *random, struct event *event)
{
    const struct segment_config *config = &shim.segment->config;
    if (event->kind == EVENT_TIMERS || !random_percent(random, config->delay_percent) ||
        !event->may_be_late)
        return;
    int64_t ms = (int64_t)random_below(random, (uint64_t)(config->delay_most_ns / MS) + 1);
    event->hold = (struct hold){.kind = HOLD_TIME, .until = event->since + ms * MS};
}

/* Several that became free at the same time go in the order in which their delays ended, then as
 * they came. */
static bool comes_before(const struct event *a, const struct event *b)
{
    int64_t x = a->hold.kind == HOLD_TIME ? a->hold.until : a->since;
    int64_t y = b->hold.kind == HOLD_TIME ? b->hold.until : b->since;
    return x != y ? x < y : a->order < b->order;
}

static bool arrange(struct random *random, struct event **free, size_t count, bool timers_wait)
{
    (void)random, (void)timers_wait;
    for (size_t i = 1; i < count; i++)
        if (comes_before(free[i], free[0])) {
            struct event *first = free[i];
            free[i] = free[0];
            free[0] = first;
        }
    return true;
}

const struct strategy strategy_delay = {.name = "delay", .arrive = arrive, .arrange = arrange};
