/* Promises and the reactions that are registered on them. */
#ifndef MACHINE_PROMISE_H
#define MACHINE_PROMISE_H

#include "machine/context.h"

enum promise_origin {
    ORIGIN_NEW,
    ORIGIN_REACTION,
    ORIGIN_ASYNC,
    ORIGIN_RESOLVE,
    ORIGIN_REJECT,
    ORIGIN_COMBINATOR,
    ORIGIN_API,
    ORIGIN_UNKNOWN,
    ORIGIN_WITH_RESOLVERS,
    ORIGIN_INTERNAL
};
enum reaction_kind {
    REACTION_THEN,
    REACTION_CATCH,
    REACTION_FINALLY,
    REACTION_AWAIT,
    REACTION_INTERNAL
};
enum combinator { COMBINE_NONE, COMBINE_ALL, COMBINE_ALL_SETTLED, COMBINE_ANY, COMBINE_RACE };

struct reaction {
    enum reaction_kind kind;
    const struct js_node *site; /* the call of then, the await */
    struct unit *unit;
    struct js_function *in_function;
    uint32_t activation;
    struct called called;
    struct value on_fulfilled, on_rejected;
    struct promise *result; /* NULL for await */
    struct coroutine *coroutine;
    uint32_t context; /* that registered it */
    uint32_t registration, order;
    bool is_may, is_conditional;
    bool queued_fulfilled, queued_rejected;
    bool is_late; /* the promise was already rejected and its macrotask over */
    struct reaction *next;
};

struct promise {
    struct object *object;
    uint32_t id, way, mark;
    enum promise_origin origin;
    const struct js_node *site;
    struct unit *unit;
    struct js_function *in_function;
    uint32_t activation; /* of the function call that made it */
    uint32_t context, registration;
    bool may_fulfill, may_reject, is_settled; /* neither: pending */
    bool is_locked;                           /* resolved, perhaps with a pending promise */
    bool is_handled;                          /* some reaction looks at rejections, or it escaped */
    bool is_used;                             /* awaited, returned, stored, passed on, reacted to */
    enum blame can_reject; /* by the program's own doing: throw, reject(), known I/O */
    bool may_never;        /* depends on what we do not know */
    bool settler_escaped;  /* somebody unknown can settle it */
    bool settler_called;
    bool is_adrift, may_throw; /* in the machine's lists of those */
    bool is_overdue;           /* nothing else can fulfil it */
    bool is_unknown;           /* made by unknown code */
    struct value fulfilled, rejected;
    const struct js_node *settled_at, *rejected_at;
    struct unit *settled_unit, *rejected_unit;
    uint32_t settled_context, rejected_root;
    uint32_t settled_activation, settled_order;
    uint32_t settled_round_of; /* by a callback of forEach: the activation that called forEach */
    const struct js_name *settler_kept_as; /* its resolve or reject was stored under this name */
    struct reaction *reactions, **last_reaction;
    struct reaction **unqueued; /* those before are queued, for the outcomes below */
    bool queued_fulfilled, queued_rejected;
    struct promise *parent;     /* Q: registered on */
    struct reaction *made_by;   /* by which of its reactions */
    struct promise *waits_for;  /* adopted, not yet settled */
    struct coroutine *awaiting; /* async functions: theirs */
    struct promise *awaits;     /* async functions: what they wait for now */
    enum combinator combinator;
    VEC(struct promise *) inputs;
    struct js_function *of_function;   /* ORIGIN_ASYNC */
    struct js_function *executor;      /* ORIGIN_NEW; NULL: not known */
    const struct js_variable *kept_in; /* the variable that was declared with it */
    const char *api;
    bool by_io;                       /* only the outside world can make it reject */
    unsigned uses;                    /* how often somebody took hold of it */
    const struct js_node *dropped_at; /* the expression statement's call that had it as its value */
    struct unit *dropped_unit;
    bool is_dropped; /* the value of an expression statement */
    bool dropped_in_catch;
    bool is_told; /* that it is settled again */
};

#endif
