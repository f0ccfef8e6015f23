/* The strategies by name, and which of them a run of a campaign takes. */
#ifndef EXPLORE_STRATEGY_H
#define EXPLORE_STRATEGY_H

#include "segment/segment.h"

#include <stdbool.h>

#define STRATEGY_CHOICES "auto|fz|delay|pct|none"

const char *strategy_name(enum strategy_kind kind);

/* `name` is one of STRATEGY_CHOICES; `index` the run's number, from 1. Depends on nothing else, so
 * that a run is the same however many jobs there are. */
enum strategy_kind strategy_for_run(const char *name, uint64_t index);

#endif
