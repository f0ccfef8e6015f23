/* The strategies' published parameters, in one place for the tool's options and for tests. */
#ifndef SCHEDULE_DEFAULTS_H
#define SCHEDULE_DEFAULTS_H

#include "schedule/segment.h"

static inline struct segment_config segment_config_default(void)
{
    return (struct segment_config){
        .controls = CONTROL_ALL,
        .strategy = STRATEGY_NONE,
        /* Node.fz, table 3: the standard parameterization */
        .fz_poll_freedom = -1,
        .fz_poll_defer_percent = 10,
        .fz_timer_defer_percent = 20,
        .fz_close_defer_percent = 5,
        .fz_worker_freedom = -1,
        .fz_worker_delay_ns = 100000,
        .fz_poll_threshold_ns = 100000,
        /* NACD, section 4 */
        .delay_percent = 50,
        .delay_most_ns = 500000000,
        .pct_depth = 3,
        .watchdog_ns = 1000000000,
    };
}

#endif
