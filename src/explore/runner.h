/* The runner: "run this plan n times, tell me the outcomes". It owns the event loop of the tool and
 * the runs that are under way; the campaign's own runs, replay and minimise all go through it.
 *
 * runner_repeat() is the whole of it for a plan that is the same each time. Whoever decides from
 * run to run what comes next (the campaign) uses the parts: start, turn, drop. Signals, progress,
 * judging and files are the caller's business: it may put handles of its own on `loop`, and must
 * close them before runner_close().
 *
 * The workplace stays the caller's and must outlive the runner, which owns its trials. Starting a
 * run may fail, with the contract's exit code in the error. */
#ifndef EXPLORE_RUNNER_H
#define EXPLORE_RUNNER_H

#include "base/vec.h"
#include "explore/trial.h"

struct runner {
    struct workplace *place;
    uv_loop_t loop;
    uv_timer_t tick;
    VEC(struct trial *) trials;     /* started and not yet dropped, in the order of their start */
    uint64_t repeated;              /* runs of runner_repeat() so far: names their folders */
    void (*on_tick)(void *context); /* every few milliseconds, while the loop turns */
    void *context;
};

bool runner_open(struct runner *self, struct workplace *place, void (*on_tick)(void *),
                 void *context, struct error *error);
/* Nothing we started may outlive us: kills what is still there, and waits for its end. */
void runner_stop(struct runner *self);
void runner_close(struct runner *self); /* behind runner_stop() */

/* Starts a run, whose end is seen in `ended` of the returned trial. NULL where it could not be. */
struct trial *runner_start(struct runner *self, const struct trial_plan *plan, struct error *error);
void runner_turn(struct runner *self);                      /* waits for something to happen */
void runner_drop(struct runner *self, struct trial *trial); /* frees it */
void runner_discard(struct runner *self);                   /* kills all that are under way */
uint64_t runner_running(const struct runner *self);

struct repetition {
    uint64_t times, jobs; /* at most `jobs` side by side */
    void *context;
    /* Called for each run that is over, in the order of their start; false: no more are wanted,
     * and those under way are thrown away. The trial is dropped behind it. */
    bool (*ended)(void *context, const struct trial *trial);
    bool (*stopped)(void *context); /* somebody wants it all to end now */
};

/* Nothing else may be under way. False where a run could not be started. */
bool runner_repeat(struct runner *self, const struct trial_plan *plan,
                   const struct repetition *repetition, struct error *error);

#endif
