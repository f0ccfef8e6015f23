/* The story of a failure: which events changed places, where in the program they come from, and
 * what kind of mistake that is.
 *
 * story_tell() compares two runs that were made with stacks (segment_config.stacks): one in which
 * nothing was held, and which passed, and one under the schedule, which failed. Events of the two
 * are the same where they are called the same. A pair has changed places where one was before the
 * other in the good run and behind it in the bad one. There are many such pairs, since whatever
 * follows from a late event is late too; the one that tells most is chosen by what is known of
 * races: both touch the same file or listener, one of them was held, and in the bad run one came
 * just before the other, because the schedule has the least lateness that still fails.
 *
 * A story owns all it holds: story_free(). Nothing here fails: what is not known stays empty. */
#ifndef EXPLORE_STORY_H
#define EXPLORE_STORY_H

#include "base/arena.h"
#include "base/vec.h"
#include "schedule/schedule.h"
#include "trace/trace.h"

enum violation {
    VIOLATION_UNKNOWN,
    VIOLATION_ATOMICITY,   /* somebody came between two steps that belong together */
    VIOLATION_ORDERING,    /* what was always second came first */
    VIOLATION_COMMUTATIVE, /* of several that are alike, another one than expected came last */
    VIOLATION_TIME_LIMIT,  /* the test's own time-out ended it */
    VIOLATION_COUNT
};

enum story_role { STORY_LATE, STORY_OVERTOOK };

struct story_place {
    struct str path; /* of the file, to be read; empty: the place is not known */
    struct str text; /* "lib/db.js:12:7", as it is printed */
    uint32_t line, column;
};

struct story_event {
    struct str name;  /* as in a schedule */
    struct str words; /* "fs.open of accounts" */
    struct event_key key;
    enum story_role role;
    bool held;
    double late_ms;                         /* of what was held */
    struct story_place submitted, callback; /* in the program's own code, where there is such */
    VEC(struct str) origin; /* own places of what it follows from, the nearest first */
    VEC(struct str) stack;  /* of the submission: "file:line:column", innermost first */
};

/* What is shown of a run's order. */
struct story_moment {
    struct str name, words, at;
    int64_t time_ns;
    bool told;  /* it is one of the story's events */
    bool never; /* it did not come to pass before the end */
};

struct story {
    struct arena arena;
    bool told;                      /* events of the schedule were found in both runs */
    VEC(struct story_event) events; /* those that were late, then those that overtook them */
    VEC(struct story_moment) good, bad;
    VEC(struct str) ended; /* own frames of who ended the program in the bad run, innermost first */
    enum violation violation;
    struct str shared;   /* the file or listener that both are about; or empty */
    struct str sentence; /* what happened, in one sentence */
    struct str hint;     /* how it is usually repaired; or empty */
};

/* `folder`: files below it are named relative to it. `time_limit`: that is how the test ended. */
void story_tell(struct story *self, const struct traces *good, const struct traces *bad,
                const struct schedule *schedule, const char *folder, bool time_limit);
void story_free(struct story *self);

const char *violation_name(enum violation violation); /* the contract's word; NULL: not known */
const char *story_role_name(enum story_role role);

/* In a run that is stuck: which process waits for what, a line each. */
void story_of_stuck(const struct traces *traces, const char *folder, struct buf *out);

#endif
