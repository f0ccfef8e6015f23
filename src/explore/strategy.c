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

static void take_extreme(uint64_t index, struct segment_config *config)
{
    size_t which = (index - 1) % COUNT_OF(extremes);
    config->strategy = STRATEGY_LATE;
    config->late_way = extremes[which].way;
    if (extremes[which].watchdog_ns && extremes[which].watchdog_ns < config->watchdog_ns)
        config->watchdog_ns = extremes[which].watchdog_ns;
}

void strategy_for_run(const char *name, uint64_t index, struct segment_config *config)
{
    static const enum strategy_kind in_turn[] = {STRATEGY_PCT, STRATEGY_DELAY, STRATEGY_FZ};
    bool is_auto = strcmp(name, "auto") == 0, is_late = strcmp(name, names[STRATEGY_LATE]) == 0;
    bool is_long = config->own_length > SEGMENT_AFFORDABLE;
    if ((is_auto || is_late) && index <= COUNT_OF(extremes)) {
        take_extreme(index, config);
        config->own_length = 0; /* from the first event on, whatever the seed */
    } else if (is_late) {
        take_extreme(index, config);
    } else if (is_auto) {
        uint64_t turn = index - COUNT_OF(extremes) - 1, length = COUNT_OF(in_turn) + is_long;
        if (turn % length < COUNT_OF(in_turn))
            config->strategy = in_turn[turn % length];
        else
            take_extreme(1 + turn / length, config); /* another part of the run each time */
    } else {
        for (uint32_t i = 0; i < STRATEGY_COUNT; i++)
            if (strcmp(name, names[i]) == 0)
                config->strategy = i;
    }
}
