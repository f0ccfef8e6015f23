/* Contexts, the nodes of the callback graph: what ran, what made it ready, and what it read and
 * wrote. */
#ifndef MACHINE_CONTEXT_H
#define MACHINE_CONTEXT_H

#include "machine/unit.h"

enum context_kind {
    CONTEXT_MAIN,
    CONTEXT_ENTRY,
    CONTEXT_TICK,
    CONTEXT_THEN,
    CONTEXT_CATCH,
    CONTEXT_FINALLY,
    CONTEXT_AWAIT,
    CONTEXT_MICROTASK,
    CONTEXT_TIMEOUT,
    CONTEXT_INTERVAL,
    CONTEXT_IMMEDIATE,
    CONTEXT_IO,
    CONTEXT_CLOSE,
    CONTEXT_LISTENER,
    CONTEXT_CALLBACK /* given to unknown code */,
    CONTEXT_INTERNAL
};

/* There are hundreds of thousands: a cache line each. */
struct access {
    struct object *object; /* NULL: a variable */
    union {
        const struct js_name *key;
        struct cell *cell;
    };
    const struct js_node *node;
    struct unit *unit;
    const struct js_variable *variable;
    const struct js_node *last_write;
    uint32_t order, activation;
    bool is_write : 1, is_call : 1, is_guard : 1, is_may : 1;
    bool is_condition : 1;      /* what runs next depends on it */
    bool is_filled : 1;         /* the list that was read is only added to */
    bool found_missing : 1;     /* the read gave undefined, or null */
    bool found_placeholder : 1; /* the read gave an empty list or object, 0 or an empty text from
                                   the declaration */
    bool found_first : 1;       /* the read gave what the first write of a property put there */
    bool found_initial : 1;     /* the read gave what the declaration put there */
    bool wrote_missing : 1;     /* the write put undefined or null there */
    bool wrote_empty : 1;       /* the write put an empty list, 0 or an empty text there */
};

/* A place by hash: those of two may be equal. */
enum { PLACE_BITS = 1 << 18 };
uintptr_t place_key(const struct access *access);
size_t place_bit(const struct access *access); /* < PLACE_BITS */

struct shown {
    const struct js_node *target;
    struct unit *unit;
    struct shown *next;
};

/* Who called the function that runs, from the same file. */
struct called {
    uint32_t by; /* activation; 0: code of another file, or nobody */
    const struct js_node *at;
};

struct context {
    uint32_t id;
    enum context_kind kind;
    const struct js_node *site; /* what registered it */
    struct unit *unit;
    struct js_function *function; /* what runs in it */
    struct js_function *registered_in;
    uint32_t parent;           /* the context that registered it */
    uint32_t cause;            /* the context that made it ready (settled, emitted, ...) */
    uint32_t root;             /* the macrotask it belongs to */
    uint32_t entry;            /* which entry point it descends from */
    uint32_t activation;       /* of the function call that registered it */
    struct called called;      /* that function */
    uint32_t registration;     /* counts up: order of registering */
    uint32_t registered_order; /* among the accesses of its parent */
    uint32_t ready_order;      /* among those of its cause */
    double delay;              /* timers; < 0: unknown */
    double time;               /* virtual, when it ran; < 0: unknown */
    unsigned may;              /* on how many undetermined ways it began */
    bool is_may, is_unknown_time, has_output, ran;
    bool is_conditional; /* its parent may run without scheduling it */
    bool ends_program;
    bool has_lost_accesses; /* beyond the bound */
    struct shown *shown;    /* what it changes on the page */
    bool is_event;          /* comes in a later macrotask; nothing else is known of its time */
    bool is_cut;            /* its entry ran out of steps: what did not happen may still */
    struct promise *queue, *result; /* Q and R of the thesis, section 4.1 */
    VEC(struct access) accesses;
};

/* Whom a throw is to be blamed on. A check is `throw new Error(...)` before its function waited for
 * anything: it tells the caller of a mistake in the program (a setting that is missing, a wrong
 * type), so it counts for the promise of that very function and not for those who call it. |= takes
 * the worse. */
enum blame { BLAME_NOBODY = 0, BLAME_CHECK = 1, BLAME_PROGRAM = 3 };

static inline enum blame blame_from_outside(enum blame blame)
{
    return blame == BLAME_CHECK ? BLAME_NOBODY : blame;
}

/* Not what a program or a caller begins with. */
static inline bool is_late(const struct context *context)
{
    return context->kind != CONTEXT_MAIN && context->kind != CONTEXT_ENTRY;
}

#endif
