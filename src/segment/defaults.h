/* The strategies' published parameters, in one place for the tool's options and for tests. */
#ifndef SEGMENT_DEFAULTS_H
#define SEGMENT_DEFAULTS_H

#include "segment/segment.h"

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
        .delay_most_ns = 250000000, /* there 500 ms; here never more than slowest_ns */
        .pct_depth = 3,
        .watchdog_ns = 1000000000,
        /* without them slowness alone fails tests */
        .slowest_ns = 250000000,
        .slowest_total_ns = 2000000000,
    };
}

#endif
