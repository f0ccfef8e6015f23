/* A schedule: a list of holds, and what is needed to run the program again. Text, one thing a line:
 *
 *     interloper schedule 1
 *     command node test/upload.js
 *     node 20.20.2    seed 7f3a09    clock virtual    isolated yes
 *     outcome "exit 1"
 *     signature "AssertionError: lost update, at store.js:12:7"
 *     hold fs.write#3 "/srv/db.json" start until tcp.read#2
 *     hold timer#1 for 120ms
 *     hold @1.2 tcp.read#1 for 3 polls
 *     hold fs.open#1 until idle
 *
 * A key names an event: kind, '#', how many of its kind came before (from 1), what it is about in
 * quotes, and a phase; the last two may be absent. `@1.2` before a key says in which process of the
 * tree; where it is absent the event is of the root process, "1". Words of the command that need it
 * are quoted; in quotes \" \\ and \xHH stand for bytes that could not stand for themselves. Empty
 * lines and lines that begin with # mean nothing. The third line's pairs may come in any order.
 *
 * A struct schedule owns every text it points to, in its arena: schedule_free() frees all. Parsing
 * fails with "name:line: what is wrong" and the contract's exit code for bad input. */
#ifndef SCHEDULE_SCHEDULE_H
#define SCHEDULE_SCHEDULE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"

enum {
    SCHEDULE_VERSION = 1,
    SCHEDULE_LARGEST_FILE = 64 * 1024 * 1024,
    SCHEDULE_LONGEST_LINE = 64 * 1024,
    SCHEDULE_MOST_WORDS = 4096,
    SCHEDULE_MOST_HOLDS = 1000 * 1000,
};

struct event_key {
    struct str process; /* "1", "1.2", … */
    struct str kind;    /* "fs.open" */
    uint64_t ordinal;   /* from 1 */
    bool has_about;
    struct str about; /* unquoted */
    struct str phase; /* "start", or empty */
};

enum hold_end { HOLD_UNTIL_EVENT, HOLD_FOR_TIME, HOLD_FOR_POLLS, HOLD_UNTIL_IDLE };

struct hold {
    struct event_key event;
    enum hold_end end;
    struct event_key until; /* of HOLD_UNTIL_EVENT */
    int64_t amount;         /* nanoseconds of HOLD_FOR_TIME, count of HOLD_FOR_POLLS */
};

struct schedule {
    struct arena arena;
    VEC(struct str) command;
    struct str node; /* version, or "none" */
    uint64_t seed;
    bool real_time;
    bool isolated;
    struct str outcome, signature; /* of the failing run this was taken from; may be empty */
    VEC(struct hold) holds;
};

bool schedule_parse(struct schedule *self, const char *name, struct str text, struct error *error);
bool schedule_read(struct schedule *self, const char *path, struct error *error);
void schedule_print(const struct schedule *self, struct buf *out);
void schedule_free(struct schedule *self);

/* Adds one hold line as the shim logs it ("hold fs.open#1 … for 120ms"), decided in `process`:
 * keys that name no process get that one. */
bool schedule_add_hold(struct schedule *self, struct str process, struct str line,
                       struct error *error);
void schedule_print_hold(const struct hold *hold, struct buf *out);

/* A word of the command as the file has it: bare where that is unambiguous, else quoted. */
void schedule_print_word(struct str word, struct buf *out);

#endif
