/* late: the extremes. Whatever is not a timer comes as late as the run's budget allows, in one of
 * three ways (enum late_way). No number is drawn, so a run is the same whatever its seed.
 *
 * Most races need one slow operation, and do not care how many others are slow beside it: so making
 * all of them slow at once finds in the first runs what random delays find by luck. */
#include "shim/loop.h"

static bool timers_waited; /* the last time they were due */

/* Where a part of them is meant, or one kind and phase, all other events go as they come. */
static bool is_meant(const struct event *event)
{
    const struct segment_config *config = &shim.segment->config;
    bool is_task = event->phase == PHASE_START || event->phase == PHASE_DONE;
    if (config->late_part != LATE_ALL && is_task != (config->late_part == LATE_TASKS))
        return false;
    return !config->late_kind ||
           (event->name->kind == config->late_kind && event->phase == config->late_phase);
}

static bool waits_for_timers(void)
{
    return shim.segment->config.late_way != LATE_UNTIL_TIMER;
}

/* What tasks do is seen by the other loops of the tree. Those of the oldest loop wait longest where
 * the newest are first, and the others do where the oldest are. */
static void wait_for_other_loops(struct event *event)
{
    double share = 1;
    if (shim.segment->config.late_way == LATE_NEWEST_FIRST)
        for (int i = 1; i < self.slot; i++)
            share /= 8;
    else if (self.slot == 1)
        share = 0;
    event_wait_for_others(event, share);
}

/* A close is kept from libuv when it arrives or not at all, so its hold is chosen by then. Where
 * everything else comes just before the timers, timers that are due let it go first. */
static void arrive(struct random *random, struct event *event)
{
    (void)random;
    int64_t slowest = shim.segment->config.slowest_ns, due = event->next_timer;
    bool in_reach =
        due != NEVER && due - event->since > MS && (slowest < 0 || due - event->since < slowest);
    if (!event->may_be_late || !(is_meant(event) || event->kind == EVENT_TIMERS))
        return;
    if (event->kind == EVENT_TIMERS) {
        timers_waited =
            !waits_for_timers() && !timers_waited; /* every other time: they must come */
        if (timers_waited)
            event->hold = (struct hold){.kind = HOLD_POLLS, .until = 1};
    } else if (!waits_for_timers() && in_reach) {
        event->hold = (struct hold){.kind = HOLD_TIME, .until = due - MS};
    } else if (waits_for_timers() && event->kind == EVENT_TASK) {
        wait_for_other_loops(event);
    } else if (waits_for_timers() && event->kind == EVENT_CLOSE) {
        event->hold = in_reach ? (struct hold){.kind = HOLD_TIME, .until = due + MS}
                               : (struct hold){.kind = HOLD_IDLE};
    }
}

static bool comes_before(const struct event *a, const struct event *b)
{
    bool newest = shim.segment->config.late_way == LATE_NEWEST_FIRST;
    bool a_waits = is_meant(a) && !event_is_late(a), b_waits = is_meant(b) && !event_is_late(b);
    if (a_waits != b_waits)
        return b_waits;
    return newest && a_waits ? a->order > b->order : a->order < b->order;
}

static bool arrange(struct random *random, struct event **free, size_t count, bool timers_wait)
{
    (void)random;
    for (size_t i = 1; i < count; i++)
        if (comes_before(free[i], free[0])) {
            struct event *first = free[i];
            free[i] = free[0];
            free[0] = first;
        }
    return !waits_for_timers() || !timers_wait || !free[0]->may_be_late || !is_meant(free[0]) ||
           event_is_late(free[0]) || free[0]->kind == EVENT_TIMERS;
}

const struct strategy strategy_late = {.name = "late", .arrive = arrive, .arrange = arrange};
