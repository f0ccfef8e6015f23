#include "explore/strategy.h"

#include "base/base.h"

static const char *const names[STRATEGY_COUNT] = {
    [STRATEGY_NONE] = "none", [STRATEGY_FZ] = "fz",     [STRATEGY_DELAY] = "delay",
    [STRATEGY_PCT] = "pct",   [STRATEGY_LATE] = "late", [STRATEGY_DIRECTED] = "directed",
};

const char *strategy_name(enum strategy_kind kind)
{
    return names[kind];
}

/* The last one crosses no timer that was set 100 ms ahead or more: races between a short
 * wait and I/O lie there, and in the others they hide behind what a longer timer does. */
static const struct {
    enum late_way way;
    enum late_part part;
    int64_t watchdog_ns; /* 0: as it is */
} extremes[EXTREME_COUNT] = {
    [EXTREME_OLDEST] = {LATE_OLDEST_FIRST, LATE_ALL, 0},
    [EXTREME_NEWEST] = {LATE_NEWEST_FIRST, LATE_ALL, 0},
    [EXTREME_UNTIL_TIMER] = {LATE_UNTIL_TIMER, LATE_ALL, 0},
    [EXTREME_TASKS] = {LATE_OLDEST_FIRST, LATE_TASKS, 0},
    [EXTREME_OTHERS] = {LATE_OLDEST_FIRST, LATE_OTHERS, 0},
    [EXTREME_SHORT] = {LATE_NEWEST_FIRST, LATE_ALL, 100 * 1000000},
};

void strategy_take_extreme(enum extreme which, struct segment_config *config)
{
    const int64_t watchdog_ns = extremes[which].watchdog_ns;
    config->strategy = STRATEGY_LATE;
    config->late_way = extremes[which].way;
    config->late_part = extremes[which].part;
    if (watchdog_ns && watchdog_ns < config->watchdog_ns)
        config->watchdog_ns = watchdog_ns;
}

void strategy_for_run(const char *name, uint64_t index, struct segment_config *config)
{
    if (strcmp(name, names[STRATEGY_LATE]) == 0) {
        strategy_take_extreme((enum extreme)((index - 1) % EXTREME_COUNT), config);
        if (index <= EXTREME_COUNT)
            config->own_length = 0; /* from the first event on, whatever the seed */
        return;
    }
    for (uint32_t i = 0; i < STRATEGY_COUNT; i++)
        if (strcmp(name, names[i]) == 0)
            config->strategy = i;
}
