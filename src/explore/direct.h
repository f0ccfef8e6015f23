/* What `detect` asks of a campaign whose baseline has passed: the program in its natural order,
 * observed or not, and one run under a schedule with the question whether two events changed
 * places.
 *
 * A run that passes differs from the natural one where what it printed does: the same lines, as a
 * heap, normalised as in a signature. Their order alone is no difference, since two callbacks that
 * change places mostly print in another order. */
#ifndef EXPLORE_DIRECT_H
#define EXPLORE_DIRECT_H

#include "schedule/schedule.h"
#include "trace/trace.h"

struct campaign;

/* Runs it in natural order, observing as `observe` says (enum observe_level, with the lines of
 * `filter`), and shows the run's folder before it vanishes. False where it failed or could not be
 * run. With `observe` 0 what it prints becomes what is compared with. */
bool direct_natural(struct campaign *campaign, uint32_t observe, struct str filter,
                    void (*look)(void *context, const char *folder), void *context);

/* Which of two events was first, in the run that the traces tell of. A task is taken by its start.
 */
enum direct_order { DIRECT_UNKNOWN, DIRECT_FIRST_IS_FIRST, DIRECT_SECOND_IS_FIRST };
enum direct_order direct_order_of(const struct traces *traces, const struct event_key *first,
                                  const struct event_key *second);

struct direct_run {
    bool differs, met; /* from the natural run; the schedule's holds */
    enum direct_order order;
    char *outcome, *signature; /* where it differs; the caller frees them */
    char *test;                /* that failed; NULL: not known */
};

/* Fills the schedule's header and runs it once. `first` or `second` may be NULL: then order is
 * DIRECT_UNKNOWN. False where it could not be run, or somebody wants it all to end. */
bool direct_try(struct campaign *campaign, struct schedule *schedule, const struct event_key *first,
                const struct event_key *second, struct direct_run *run);

/* Runs the schedule of a direct_try() once more, observed, and shows the run's folder. */
bool direct_observed(struct campaign *campaign, const struct schedule *schedule, struct str filter,
                     void (*look)(void *context, const char *folder), void *context);

bool direct_over(const struct campaign *campaign);             /* interrupted, or out of time */
void direct_tell(struct campaign *campaign, const char *what); /* for the progress line */

#endif
