/* What failed: one finding for each pair of outcome and signature, with the files of its first
 * failing run (`f1.schedule`, `f1.out`, `f1.log`, `f1.trace`) in the output folder.
 *
 * Failing runs must be added in the order of their numbers; then ids, counts and files do not
 * depend on how many ran side by side. The list owns its texts. */
#ifndef EXPLORE_FINDINGS_H
#define EXPLORE_FINDINGS_H

#include "explore/explain.h"
#include "explore/proof.h"
#include "explore/record.h"

enum { FINDING_LINES = 8 };

struct finding {
    char *id; /* "f1" */
    uint64_t count, first_run;
    enum strategy_kind strategy; /* of the first failing run */
    char *outcome, *signature;
    char *schedule, *output, *log, *trace; /* paths; NULL where the file could not be written */
    size_t holds, holds_found;             /* of the schedule; and before it was minimised */
    struct replay replays;                 /* of the schedule; times 0: there was no time for it */
    bool proved, minimised;
    char *test, *message, *at; /* what failed (failures.h); NULL where it is not known */
    bool time_limit;           /* the test's own time-out ended it */
    bool slow; /* the least that it needs is events more than a second late in all */
    struct explanation explanation; /* not done: there was no time, or it tells why */
    char *last_lines;               /* of its output, each ended by a newline */
};

struct findings {
    VEC(struct finding) list;
    const char *out; /* folder; the caller's */
    int lock;        /* of it */
};

/* Makes the folder and keeps it from other campaigns until found_free(). */
bool findings_open(struct findings *self, const char *out, struct error *error);
void findings_remove_old(const char *folder); /* what an earlier campaign left there */

/* Is a failure like this in the list, or the list full? Then its files are not wanted. */
bool findings_know(const struct findings *self, const char *outcome, const char *signature);

/* Counts the failure where it is known; else it is a new finding, with the record's files. False
 * where one could not be written: the finding is in the list all the same. */
bool findings_add(struct findings *self, const struct record *record, struct error *error);
void found_free(struct findings *self);

/* Writes the finding's schedule anew, and keeps what it was as fN.full.schedule. */
bool findings_replace_schedule(struct findings *self, struct finding *finding, struct str text,
                               struct error *error);

/* What needs least lateness first, what was not proved behind it, what needs a very slow world
 * last. Their ids stay. */
void findings_order(struct findings *self);

/* The last lines of what a run printed, in a text that the caller frees. */
char *findings_last_lines(struct str output);

#endif
