/* The search (`auto`): which plan is run next, given what was seen.
 *
 * search_observe() reads the natural run, search_next() gives plan after plan, search_learn() takes
 * what became of each, in the order of their numbers. How it chooses is told in docs/strategies.md:
 * an extreme first; then the other extremes and families of directed schedules, each with a queue
 * that is ranked by what the natural run predicts, the family that gave most going next.
 *
 * Plan i depends on the natural run, the seed and the results of runs up to i - SEARCH_LAG, and on
 * nothing else: so it is the same however many run side by side. Where steering is off (one shard
 * of several, a campaign that begins in the middle) results change nothing, plan i is a function of
 * i alone, and the search never stops by itself.
 *
 * The search owns everything it hands out. */
#ifndef EXPLORE_SEARCH_H
#define EXPLORE_SEARCH_H

#include "base/str.h"
#include "explore/search_model.h"
#include "segment/segment.h"
#include "trace/trace.h"

enum { SEARCH_LAG = 16 };

struct search_options {
    const char *strategy;         /* of STRATEGY_CHOICES; any other than auto is just repeated */
    struct segment_config config; /* the campaign's */
    uint64_t first;               /* number of the first run */
    bool steer;                   /* results decide what comes next */
};

struct search_plan {
    struct segment_config config; /* to be run, but for the seed */
    struct str holds;             /* for strategy directed, valid until the next call; or empty */
    const char *words;            /* what it tries, for the progress line */
};

enum search_answer {
    SEARCH_PLAN,
    SEARCH_WAIT, /* for the results of runs that are under way */
    SEARCH_DONE, /* there is nothing left to try */
};

enum search_result { SEARCH_PASSED, SEARCH_FAILED_AGAIN, SEARCH_FAILED_NEW };

struct search_coverage {
    bool known;            /* the natural run was read */
    bool complete;         /* nothing is left to try: that is why it stopped */
    uint64_t pairs, tried; /* of events that can change places; of these, that did in some run */
};

struct search;

struct search *search_new(const struct search_options *options);
void search_free(struct search *self);

/* The natural run, one event a poll. Without it only extremes and random strategies are left. */
void search_observe(struct search *self, const struct traces *traces);

/* For run `index`: called for one after the other, from options.first on. */
enum search_answer search_next(struct search *self, uint64_t index, struct search_plan *plan);
/* What there is to learn from a run, whenever it is over; the caller frees its `came`. */
struct model_run search_take(const struct search *self, const struct traces *traces);
/* Takes over what was taken; it may be empty: nothing was seen of that run. */
void search_learn(struct search *self, uint64_t index, enum search_result result,
                  struct model_run *run);
struct search_coverage search_coverage(struct search *self); /* with all that was learned */

#endif
