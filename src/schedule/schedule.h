/* A schedule: a list of holds, and what is needed to run the program again. Text, one thing a line:
 *
 *     interloper schedule 2
 *     command node test/upload.js
 *     node 20.20.2    seed 7f3a09    clock virtual    isolated yes    engine 0.1.0
 *     outcome "exit 1"
 *     signature "AssertionError: lost update, at store.js:12:7"
 *     hold fs.write#3 "/srv/db.json" start until tcp.read#2 "from server 3000 1"
 *     hold timers#1 for 120ms
 *     hold @1.2 tcp.read#1 for 3 polls
 *     hold fs.open#1 until idle
 *
 * How an event is called is told in event/event.h. Words of the command that need it are quoted.
 * Empty lines and lines that begin with # mean nothing. The third line's pairs may come in any
 * order.
 *
 * A struct schedule owns every text it points to, in its arena: schedule_free() frees all. Parsing
 * fails with "name:line: what is wrong" and the contract's exit code for bad input. */
#ifndef SCHEDULE_SCHEDULE_H
#define SCHEDULE_SCHEDULE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "event/event.h"

enum {
    SCHEDULE_VERSION = 2,
    SCHEDULE_LARGEST_FILE = 64 * 1024 * 1024,
    SCHEDULE_LONGEST_LINE = 64 * 1024,
    SCHEDULE_MOST_WORDS = 4096,
    SCHEDULE_MOST_HOLDS = 1000 * 1000,
};

struct schedule {
    struct arena arena;
    VEC(struct str) command;
    struct str node;   /* version, or "none" */
    struct str engine; /* version of the interloper that made it */
    struct str folder; /* in which the command was run; may be empty */
    uint64_t seed;
    bool real_time;
    bool isolated;
    struct str outcome, signature; /* of the failing run this was taken from; may be empty */
    VEC(struct event_hold) holds;
};

bool schedule_parse(struct schedule *self, const char *name, struct str text, struct error *error);
bool schedule_read(struct schedule *self, const char *path, struct error *error);
void schedule_print(const struct schedule *self, struct buf *out);
void schedule_free(struct schedule *self);

void schedule_add_hold(struct schedule *self, const struct event_hold *hold); /* copies its texts */

/* A word of the command as the file has it: bare where that is unambiguous, else quoted. */
void schedule_print_word(struct str word, struct buf *out);

#endif
