/* A schedule on its way to the shim and back: its holds as a plan (segment/plan.h), and afterwards
 * what became of each. */
#ifndef EXPLORE_PLAN_H
#define EXPLORE_PLAN_H

#include "schedule/schedule.h"
#include "trace/trace.h"

void plan_make(const struct schedule *schedule, struct buf *out);

struct plan_fates {
    size_t holds, met;
    VEC(size_t) unmet; /* indexes of the schedule's holds; freed by the caller */
};

/* Reads the plan of a run that is over; all are unmet where it cannot be read. */
void plan_fates(const char *path, size_t holds, struct plan_fates *out);

/* What the run that the traces tell of would need to come back, whichever strategy made it: a hold
 * for each event that was late or overtaken, in the order of their arrival. */
void schedule_of_traces(const struct traces *traces, struct schedule *into);

#endif
