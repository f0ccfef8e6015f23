/* Calls: their frames, how a statement ends, and the writes of ways that are put back (branch.c).
 */
#ifndef MACHINE_FRAME_H
#define MACHINE_FRAME_H

#include "machine/promise.h"

enum completion { DONE, RETURNED, BROKE, CONTINUED, THREW };

struct maybe_thrown { /* a throw on one of the ways taken */
    bool set;
    enum blame blame;
    struct value value;
    const struct js_node *site;
    struct unit *unit;
    uint32_t order; /* when */
};

struct undo {
    enum undo_kind { UNDO_CELL, UNDO_PROPERTY, UNDO_PROMISE, UNDO_LENGTH } kind;
    union {
        struct cell *cell;
        struct object *object;
        struct promise *promise;
    };
    const struct js_name *key;
    struct value old;
    bool was_there;
    struct {
        bool f, r, s, locked;
        struct value fv, rv;
        const struct js_node *at;
        uint32_t context, activation, round_of, order;
    } p;
    uint32_t len;
};

struct deferred {
    struct undo place;
    struct deferred *next;
};

struct frame {
    struct frame *caller;
    struct js_function *function;
    struct unit *unit;
    struct env *env;
    struct value self;
    struct object *home, *new_target, *callee;
    struct object *arguments; /* once somebody asked for it */
    struct value result;      /* of return */
    bool has_maybe_result;
    struct value maybe_result;        /* returned on one of the ways */
    const struct js_name *label;      /* of break, continue */
    const struct js_name *loop_label; /* of the loop whose body runs */
    struct promise *promise;          /* of an async function */
    struct coroutine *coroutine;
    struct generator *generator;
    uint32_t activation;
    struct called called;
    struct value *args;
    unsigned arg_count;
    bool args_uncertain; /* entered by us, or with a spread we do not know: more may have come */
    unsigned loop_depth, try_depth, catch_depth;
    struct deferred *deferred; /* writes of ways that left the function */
    struct deferred *broken;   /* of those that left the loop that runs */
};

#endif
