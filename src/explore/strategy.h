/* The strategies by name, and which of them a run of a campaign takes. */
#ifndef EXPLORE_STRATEGY_H
#define EXPLORE_STRATEGY_H

#include "segment/segment.h"

#include <stdbool.h>
#include <stddef.h>

#define STRATEGY_CHOICES "auto|late|fz|delay|pct|none"

const char *strategy_name(enum strategy_kind kind);

/* Puts into the configuration what run `index` (from 1) does; `name` is one of STRATEGY_CHOICES but
 * `auto`, which is the search (search.h). Depends on nothing else but the configuration's
 * own_length, so that a run is the same however many jobs there are. */
void strategy_for_run(const char *name, uint64_t index, struct segment_config *config);

/* The extremes of `late`, in the order in which they go where there is no choice. */
enum extreme {
    EXTREME_OLDEST, /* all late, oldest first */
    EXTREME_NEWEST,
    EXTREME_UNTIL_TIMER, /* each event until just before the next timer */
    EXTREME_TASKS,       /* only what the worker pool does */
    EXTREME_OTHERS,      /* only what it does not */
    EXTREME_SHORT,       /* newest first, within short timers */
    EXTREME_COUNT
};
void strategy_take_extreme(enum extreme which, struct segment_config *config);

#endif
