/* One run of the command: its folder with the segment, the logs and the output; how it ended.
 *
 * trial_start() makes a trial that reports its end through `on_end`, once, from the loop; until
 * then trial_tick() must be called every few milliseconds, because a run that is stuck or takes too
 * long is noticed there. trial_free() may be called from on_end or later, and removes the folder.
 */
#ifndef EXPLORE_TRIAL_H
#define EXPLORE_TRIAL_H

#include "explore/capture.h"
#include "explore/launch.h"
#include "explore/outcome.h"
#include "explore/workplace.h"
#include "segment/segment_file.h"

#include <uv.h>

struct trial_plan {
    const char *name; /* of its folder */
    uint64_t index;   /* from 1; 0 for a baseline run */
    struct segment_config config;
    char **argv;
    bool shim;
    bool agent; /* where Node can load it */
    bool isolated;
    int64_t timeout_ns;
    struct str holds;  /* the plan of strategy directed; empty: none */
    struct str filter; /* which files are observed, where config.observe says so; empty: all */
};

enum trial_stop { TRIAL_RUNS, TRIAL_TIMEOUT, TRIAL_STUCK, TRIAL_DISCARDED };

struct trial {
    struct trial_plan plan;
    char *folder, *output_path;
    int output;
    struct segment *segment;
    struct keeper keeper;
    struct ending ending;
    enum trial_stop stop;
    uint64_t started_ns, stopped_ns;
    uv_poll_t poll;
    void (*on_end)(struct trial *self, void *context);
    void *context;

    /* valid from on_end */
    bool ended;
    struct outcome outcome;
    double wall_ms;
};

struct trial *trial_start(struct workplace *place, const struct trial_plan *plan, uv_loop_t *loop,
                          void (*on_end)(struct trial *, void *), void *context,
                          struct error *error);
void trial_tick(struct trial *self);
void trial_end(struct trial *self);     /* before its time, as if that were over */
void trial_discard(struct trial *self); /* kills it; on_end follows */
void trial_free(struct trial *self);

uint64_t real_now_ns(void);

#endif
