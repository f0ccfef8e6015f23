/* fz: Node.fz's seven parameters (its table 3). Ready items are shuffled, each no farther than the
 * freedom, and deferred with a probability until the next decision; expired timers and closing
 * handles are deferred likewise; worker tasks are taken at random from the first so many of the
 * queue. Its two waits for the task queue to fill are real time there; here they are virtual, and
 * matter where they let a timer pass. */
#include "shim/loop.h"

static void defer(struct random *random, struct event *event, double percent)
{
    if (random_percent(random, percent))
        event->hold = (struct hold){.kind = HOLD_POLLS, .until = 1};
}

static void arrive(struct random *random, struct event *event)
{
    const struct segment_config *config = &shim.segment->config;
    int64_t wait = config->fz_worker_delay_ns < config->fz_poll_threshold_ns
                       ? config->fz_worker_delay_ns
                       : config->fz_poll_threshold_ns;
    switch (event->kind) {
    case EVENT_TASK: /* waits for more tasks to choose from */
        if (wait > 0)
            event->hold = (struct hold){.kind = HOLD_TIME, .until = event->since + wait};
        break;
    case EVENT_FD:
    case EVENT_MESSAGE:
    case EVENT_DONE:
        defer(random, event, config->fz_poll_defer_percent);
        break;
    case EVENT_TIMERS:
        defer(random, event, config->fz_timer_defer_percent);
        break;
    case EVENT_CLOSE:
        defer(random, event, config->fz_close_defer_percent);
        break;
    }
}

static uint64_t reach(int64_t freedom, size_t left)
{
    return freedom >= 0 && (uint64_t)freedom < left - 1 ? (uint64_t)freedom + 1 : left;
}

static bool arrange(struct random *random, struct event **free, size_t count, bool timers_wait)
{
    const struct segment_config *config = &shim.segment->config;
    (void)timers_wait;
    for (size_t i = 0; i + 1 < count; i++) {
        int64_t freedom =
            free[i]->kind == EVENT_TASK ? config->fz_worker_freedom : config->fz_poll_freedom;
        size_t other = i + (size_t)random_below(random, reach(freedom, count - i));
        struct event *moved = free[other];
        free[other] = free[i];
        free[i] = moved;
    }
    return true;
}

const struct strategy strategy_fz = {
    .name = "fz", .batch = true, .arrive = arrive, .arrange = arrange};
