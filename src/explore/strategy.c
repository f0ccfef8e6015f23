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

/* The extremes. The third crosses no timer that was set 100 ms ahead or more: races between a short
 * wait and I/O lie there, and in the others they hide behind what a longer timer does. */
static const struct {
    enum late_way way;
    int64_t watchdog_ns; /* 0: as it is */
} extremes[] = {
    {LATE_NEWEST_FIRST, 0},
    {LATE_OLDEST_FIRST, 0},
    {LATE_NEWEST_FIRST, 100 * 1000000},
    {LATE_UNTIL_TIMER, 0},
};

size_t strategy_extremes(void)
{
    return COUNT_OF(extremes);
}

void strategy_take_extreme(size_t which, struct segment_config *config)
{
    const int64_t watchdog_ns = extremes[which].watchdog_ns;
    config->strategy = STRATEGY_LATE;
    config->late_way = extremes[which].way;
    if (watchdog_ns && watchdog_ns < config->watchdog_ns)
        config->watchdog_ns = watchdog_ns;
}

void strategy_for_run(const char *name, uint64_t index, struct segment_config *config)
{
    if (strcmp(name, names[STRATEGY_LATE]) == 0) {
        strategy_take_extreme((index - 1) % COUNT_OF(extremes), config);
        if (index <= COUNT_OF(extremes))
            config->own_length = 0; /* from the first event on, whatever the seed */
        return;
    }
    for (uint32_t i = 0; i < STRATEGY_COUNT; i++)
        if (strcmp(name, names[i]) == 0)
            config->strategy = i;
}
