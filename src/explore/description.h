/* How a failing run ended, as findings know it: the outcome in words, and what failed. That is a
 * test each where a test runner's report was recognised (failures.h), else one error, else what
 * stuck processes wait for. */
#ifndef EXPLORE_DESCRIPTION_H
#define EXPLORE_DESCRIPTION_H

#include "base/buf.h"
#include "explore/outcome.h"
#include "failures/failures.h"
#include "schedule/schedule.h"
#include "trace/trace.h"

struct described {
    struct str signature; /* two runs failed in the same way where outcome and this are equal */
    struct str test, message, at; /* see failures.h */
    bool time_limit;
};

struct description {
    struct buf outcome;
    VEC(struct described) list; /* never empty */
    struct str by_line;         /* the signature as schedules had it that know no tests */
    struct failures failures;   /* owns the texts */
};

struct campaign;
struct trial;

void description_of_trial(struct description *self, struct campaign *campaign,
                          const struct trial *trial, struct outcome outcome);
/* The same from what was saved of a run: its output and, where it got stuck, its traces (NULL: not
 * known). */
void description_of_output(struct description *self, struct campaign *campaign, struct str outcome,
                           struct str output, const struct traces *traces);
void description_free(struct description *self);
/* The first, or NULL where the schedule says that its run ended in another way than this. Where the
 * program may have changed since, its lines may have other numbers. */
const struct described *description_find(const struct description *self,
                                         const struct schedule *schedule, bool may_have_changed);

#endif
