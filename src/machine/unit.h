/* Variables, and one file as a module: what it imports, what it gave out, and which bounds of the
 * analysis were reached in it. */
#ifndef MACHINE_UNIT_H
#define MACHINE_UNIT_H

#include "base/buf.h"
#include "base/map.h"
#include "base/stop.h"
#include "machine/object.h"
#include "report/source.h"

struct cell {
    struct value value;
    const struct js_node *written; /* NULL: only declared */
    uint32_t context;
    uint32_t way, mark; /* branch.c: by which way it is on the trail already */
    bool is_noted;      /* among the written cells */
};

struct env {
    struct js_scope *scope;
    struct env *parent;
    struct unit *unit;
    struct cell cells[];
};

/* Bounds of the analysis. Whoever reaches one tells it by unit_reached(): what lies behind was not
 * looked at, and the user is told so. */
enum bound {
    BOUND_STEPS,      /* of one entry */
    BOUND_COROUTINES, /* async functions and generators that wait at the same time */
    BOUND_TASKS,      /* callbacks in a row, rounds of the event loop */
    BOUND_CONTEXTS,   /* callbacks of a whole program */
    BOUND_ACCESSES,   /* reads and writes of one callback */
    BOUND_ITERATIONS, /* of one loop */
    BOUND_WALKS,      /* over the functions, by one rule */
    BOUND_LOOKS,      /* at reads and writes of one place */
    BOUND_REACTIONS,  /* of one promise */
    BOUND_COUNT
};

/* What the machine learns of a function of a file; the tree itself is never written to. */
struct function_notes {
    uint32_t possible_runs, runs_entry; /* as a possible macrotask, in which of the entries */
    bool executed;                      /* it was called */
    bool entered;                       /* it was executed on its own */
    bool given_out;                     /* code we do not see may call it */
    bool is_relevant; /* it names something asynchronous, or calls what is so in another file */
};

/* One file as a module. */
enum unit_state { UNIT_IDLE, UNIT_RUNNING, UNIT_DONE };
struct unit {
    struct source *source;
    struct js_file *file;
    uint32_t index;
    enum unit_state state;
    struct env *env;
    struct object *module, *exports; /* CommonJS; for ES modules `exports` is the namespace */
    bool has_all_exports;            /* the namespace is complete, and nothing in it can change */
    bool is_escaped;                 /* its exports were given out */
    bool is_imported;                /* by another of the program's files */
    bool is_followed;                /* of a package: executed only where it is called */
    VEC(struct followed {
        struct str specifier;
        struct unit *unit;
    })
    followed; /* imports that lead out of the program's files */
    struct value exported_default;
    bool has_default;
    struct object *require, *first_exports; /* `exports` before anyone assigns module.exports */
    struct function_notes *functions;       /* by their index in the file */
    bool is_relevant;                       /* one of them is */
    struct unit_facts *facts;               /* the rules': what they have asked about it */
    struct {
        unsigned count;
        const struct js_node *first; /* place where it was reached */
    } bounds[BOUND_COUNT];
};

static inline struct unit *unit_of(const struct js_function *function)
{
    return function->file->owner;
}
static inline struct function_notes *function_notes(const struct js_function *function)
{
    return &unit_of(function)->functions[function->index];
}

void unit_reached(struct unit *unit, enum bound bound, const struct js_node *site);

struct link { /* an imported name */
    struct unit *unit;
    const struct js_name *name; /* "*": the namespace */
};

#endif
