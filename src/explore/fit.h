/* A schedule for a program that has changed since: which of its events are those that the holds
 * name?
 *
 * Names are given by role (event/event.h), so most changes of a program leave them alone. One more
 * operation of the same kind on the same path, one more listener, one more line above a timer do
 * not: then fs.stat#1 is fs.stat#2, "server any 1" is "server any 2", "upload.js:12" is
 * "upload.js:13". The trace of the program as it is now tells which events there are that differ
 * from a held one in their numbers alone. Each choice of those is a candidate, and the order of
 * candidates is the order of trust: few names changed, all of a file or a listener by the same
 * amount, and by little. Whether a candidate is right is not decided here but by running it: the
 * failure must come back.
 *
 * Makes texts of its own; nothing can fail. fit_free() frees all. */
#ifndef EXPLORE_FIT_H
#define EXPLORE_FIT_H

#include "schedule/schedule.h"
#include "trace/trace.h"

enum {
    FIT_NAMES = 6,        /* of different events that a candidate renames; the others stay */
    FIT_ALTERNATIVES = 4, /* for each of them */
    FIT_CANDIDATES = 24,
};

struct fit_name {
    struct event_key was; /* its phase means nothing */
    struct fit_alternative {
        struct event_key key; /* the first is `was` */
        struct str group;     /* names that change together, and by how much they do */
        unsigned cost;
    } may_be[1 + FIT_ALTERNATIVES];
    size_t count;
};

struct fit {
    struct arena arena;
    VEC(struct fit_name) names;
    size_t candidates;
    struct {
        unsigned cost, number;
        uint8_t choice[FIT_NAMES];
    } candidate[FIT_CANDIDATES];
};

void fit_make(struct fit *self, const struct schedule *schedule, const struct traces *now);
/* The same schedule with the names of that candidate; its holds are the caller's, their texts
 * belong to the schedule and the fit. */
struct schedule fit_apply(const struct fit *self, size_t candidate,
                          const struct schedule *schedule);
/* "fs.stat#1 "/x" is now fs.stat#2 "/x", …" */
void fit_print(const struct fit *self, size_t candidate, struct buf *out);
void fit_free(struct fit *self);

#endif
