/* Proof: does the failure come back when its schedule is run again, and how little of the schedule
 * does it need?
 *
 * proof_replay() runs a schedule a number of times. proof_minimise() looks for the fewest holds,
 * then for the least lateness, under which the same failure comes: delta debugging over the holds
 * (Zeller and Hildebrandt: ddmin), then bisecting each hold's time over the moments at which
 * something happened. Both are steps of a campaign
 * whose baseline has passed, since what a failure looks like is told from what the program usually
 * prints. Results are plain values, but for the holds of a minimal schedule, which point into the
 * schedule that was minimised. */
#ifndef EXPLORE_PROOF_H
#define EXPLORE_PROOF_H

#include "explore/fit.h"
#include "explore/trial.h"
#include "schedule/schedule.h"

enum { PROOF_TIMES = 10, PROOF_INSPECT_PORT = 9229 /* Node's own */ };

struct replay {
    uint64_t times, reproduced; /* runs; those in which the same failure came */
    uint64_t failed;            /* all that failed, in this way or another */
    uint64_t diverged;          /* runs in which not every hold was met */
    size_t holds, met;          /* met: in the run that met the fewest */
    double lateness_ms; /* what the holds made late, in all, in the first run that reproduced it */
};

struct minimal {
    size_t before;
    VEC(struct event_hold) holds; /* the caller frees it */
    uint64_t runs;                /* that were needed */
    bool cut;                     /* by budget, --runs or a signal: there may be fewer */
    struct replay replays;        /* of the minimal schedule */
};

struct campaign;

void proof_replay(struct campaign *campaign, const struct schedule *schedule, uint64_t times,
                  struct replay *replay);

/* The schedule, or the same with other names where the program has changed since and the failure
 * comes back only with those. */
struct proof_fitted {
    bool changed;
    struct schedule schedule; /* points into the one that was given and into `fit` */
    struct fit fit;
};

/* Like proof_replay(), but where the failure never comes back, other names are tried; says so. */
void proof_replay_changed(struct campaign *campaign, const struct schedule *schedule,
                          uint64_t times, struct replay *replay, struct proof_fitted *fitted);
void proof_fitted_free(struct proof_fitted *self);

/* `most_runs` 0: as many as it takes. Where the schedule does not bring its failure back, `replays`
 * do not stand, and all holds are left. */
void proof_minimise(struct campaign *campaign, const struct schedule *schedule, uint64_t most_runs,
                    struct minimal *minimal);

/* How its runs are started; `holds` is the plan that the shim reads, none where it is empty. */
struct trial_plan proof_plan(const struct campaign *campaign, const struct schedule *schedule,
                             struct str holds);
/* The same schedule with other holds, as text. */
void proof_print(const struct schedule *schedule, const struct minimal *minimal, struct buf *out);

static inline bool proof_stands(const struct replay *replay)
{
    return replay->times > 0 && replay->reproduced == replay->times;
}

#endif
