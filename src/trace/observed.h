/* What `detect` observes in one JavaScript thread: who asked for what, and who touched what.
 *
 * The agent's heavy mode writes one file a thread (`PROCESS.THREAD.observed` beside the traces);
 * the reader feeds it to src/causality and src/races. A file is `struct observed_header` and then
 * records of four 32-bit words: the operation with its small argument, and three operands. A TEXT
 * is followed by its bytes, filled up to whole records. Records are written through a mapping, the
 * first word last, so that a process that is killed leaves whole ones; the first word 0 ends a
 * file.
 *
 * Everything that is named has a number of its own, counted from 1 on its thread, and is introduced
 * before it is used: events, tasks, promises, lines, listeners, objects, sites, texts. 0 is none.
 * What crosses threads and processes is named by text. Whoever reads trusts nothing.
 *
 * The engine gives all phases of one operation one number: a task's start has the key of the
 * completion that its event was STARTed with, but for the phase; so DELEGATE's key may be 0. A
 * record before the first MAIN or START belongs to the thread's start.
 *
 * One table makes the numbers for C and for the agent's JavaScript. */
#ifndef TRACE_OBSERVED_H
#define TRACE_OBSERVED_H

#include <stdint.h>

enum {
    OBSERVED_MAGIC = 0x424f4c49, /* "ILOB" */
    OBSERVED_VERSION = 1,
    OBSERVED_PROCESS_ROOM = 48,
};

struct observed_header {
    uint32_t magic, version;
    uint32_t thread, cut; /* thread: 0 is the main one; cut: records that found no room */
    char process[OBSERVED_PROCESS_ROOM];
};

struct observed_record {
    uint32_t op; /* enum observed_op in the low byte, `small` above it */
    uint32_t a, b, c;
};

/* ROW(name, small, a, b, c). "now" is the event that runs at this point of the file. */
/* clang-format off */
#define OBSERVED_OPS(ROW) \
    ROW(END,      none,   none,     none,    none)    \
    ROW(TEXT,     none,   text,     length,  none)    /* its bytes follow */ \
    ROW(TURN,     none,   low,      high,    none)    /* what follows comes after lower turns of all other files of the run */ \
    ROW(MAIN,     none,   message,  none,    none)    /* the main script begins; message: text that was sent where the thread was started */ \
    ROW(REGISTER, kind,   event,    ms,      site)    /* now asks for event (enum causality_kind) */ \
    ROW(THEN,     await,  event,    promise, site)    /* now asks for a reaction; await: 1 */ \
    ROW(TRIGGER,  none,   event,    task,    none)    /* event becomes ready, by task or, where that is 0, by now */ \
    ROW(START,    none,   event,    key,     none)    /* event begins; key: text, the engine's name of what was delivered for it; 0: it runs inside another's turn */ \
    ROW(DELEGATE, none,   task,     key,     site)    /* now hands a task to the pool; key: the engine's name of its start */ \
    ROW(FINISH,   none,   task,     none,    none)    /* the task has ended */ \
    ROW(PROMISE,  none,   promise,  none,    none)    \
    ROW(SETTLE,   fulfilled, promise, none,  none)    \
    ROW(COMBINE,  kind,   promise,  count,   none)    /* enum causality_combinator; count ELEMENTs follow */ \
    ROW(ELEMENT,  none,   promise,  none,    none)    \
    ROW(LINE,     kind,   line,     none,    none)    /* enum causality_line_kind */ \
    ROW(IN_LINE,  none,   event,    line,    none)    \
    ROW(LISTEN,   none,   listener, site,    none)    \
    ROW(EMIT,     none,   listener, none,    none)    \
    ROW(SEND,     none,   message,  none,    none)    /* text: unique in the run */ \
    ROW(RECEIVE,  none,   message,  none,    none)    \
    ROW(REAP,     none,   process,  none,    none)    /* text: the engine's name of the process whose end now sees */ \
    ROW(LAST,     none,   none,     none,    none)    /* now is exit or beforeExit */ \
    ROW(SITE,     none,   site,     file,    offset)  /* file: text; where(), below, gives the rest */ \
    ROW(WHERE,    none,   line,     column,  name)    /* of the SITE before; name: text, of the enclosing function */ \
    ROW(ACCESS,   access, object,   name,    site)    /* now touches object[name], see observed_access; a variable is a name in its SCOPE */ \
    ROW(VALUE,    flags,  hash,     none,    none)    /* of the ACCESS before: of what was read or written; enum observed_value */ \
    ROW(FILE,     file,   path,     task,    site)    /* task, or where that is 0 now, touches a path; enum observed_file */ \
    ROW(RESOURCE, access, resource, task,    site)    /* port, env, cwd ...: text "kind name" */ \
    ROW(ENTER,    none,   site,     none,    none)    /* first pass: a function runs in now */ \
    ROW(CUT,      none,   site,     none,    none)    /* more accesses of this site in now than are kept */ \
    ROW(UNSEEN,   none,   what,     site,    none)    /* text: eval, new Function, vm ... ran and is not observed */ \
    ROW(SCOPE,    none,   object,   site,    none)    /* this object is no object but the variables of one activation: of the file, function or block that begins at site; 0: the global ones */
/* clang-format on */

enum observed_op {
#define OBSERVED_OP(name, small, a, b, c) OBSERVED_##name,
    OBSERVED_OPS(OBSERVED_OP)
#undef OBSERVED_OP
        OBSERVED_OP_COUNT
};

/* ACCESS and RESOURCE: a write conflicts with everything. The name of a whole object (its keys, an
 * array's length) is "*": who reads "*" depends on each CREATE, DELETE and ADD of that object,
 * whatever name those have. "**" is a whole object with all its values: a READ of it (iteration,
 * JSON) depends on each access that is none, a WRITE of it (sort, clear, Object.assign) conflicts
 * with each access of that object. A key of a Map, Set or WeakMap is the text "[key]". */
enum observed_access {
    OBSERVED_READ,
    OBSERVED_WRITE,
    OBSERVED_CREATE, /* a write that makes what was not there: a key, an element */
    OBSERVED_DELETE,
    OBSERVED_ADD, /* to a set or at the end of an array: two of them do not depend on their order */
};

enum observed_value {
    OBSERVED_HASHED = 1,   /* hash tells equal values from different ones, with high probability */
    OBSERVED_DECIDES = 2,  /* the value that was read decided a condition */
    OBSERVED_RELATIVE = 4, /* += ++ -= --: the write adds to what was read */
};

/* FILE: the paper's table I, rename and list added. */
#define OBSERVED_FILES(ROW)                                                                        \
    ROW(CREATE)                                                                                    \
    ROW(OPEN)                                                                                      \
    ROW(READ) ROW(WRITE) ROW(CLOSE) ROW(DELETE) ROW(STAT) ROW(RENAME_FROM) ROW(RENAME_TO) ROW(LIST)

enum observed_file {
#define OBSERVED_FILE_KIND(name) FILE_##name,
    OBSERVED_FILES(OBSERVED_FILE_KIND)
#undef OBSERVED_FILE_KIND
        FILE_KIND_COUNT
};

#endif
