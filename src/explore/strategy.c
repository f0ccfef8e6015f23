#include "explore/strategy.h"

#include "base/base.h"

static const char *const names[STRATEGY_COUNT] = {
    [STRATEGY_NONE] = "none",         [STRATEGY_FZ] = "fz",
    [STRATEGY_DELAY] = "delay",       [STRATEGY_PCT] = "pct",
    [STRATEGY_DIRECTED] = "directed",
};

const char *strategy_name(enum strategy_kind kind)
{
    return names[kind];
}

enum strategy_kind strategy_for_run(const char *name, uint64_t index)
{
    static const enum strategy_kind in_turn[] = {STRATEGY_FZ, STRATEGY_DELAY, STRATEGY_PCT};
    for (size_t i = 0; i < STRATEGY_COUNT; i++)
        if (strcmp(name, names[i]) == 0)
            return (enum strategy_kind)i;
    return in_turn[(index - 1) % COUNT_OF(in_turn)];
}
