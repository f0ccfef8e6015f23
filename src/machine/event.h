/* What a rule wants to know and only the execution can see. */
#ifndef MACHINE_EVENT_H
#define MACHINE_EVENT_H

#include "machine/emitter.h"
#include "machine/promise.h"

enum event_kind {
    EVENT_SETTLED_AGAIN,
    EVENT_SELF_RESOLUTION,
    EVENT_DUPLICATE_LISTENER,
    EVENT_REMOVED_STRANGER,
    EVENT_LISTENER_IN_LISTENER,
    EVENT_ENDLESS_MICROTASKS,
    EVENT_LATE_HANDLER,
    EVENT_FLOATING,
    EVENT_RETURNED_UNAWAITED, /* a promise, out of a try of an async function */
    EVENT_PROMISE_AS_VALUE
};
enum used_as { USED_AS_CONDITION, USED_AS_OPERAND, USED_AS_COMPARED, USED_AS_TEXT, USED_AS_LIST };
struct event {
    enum event_kind kind;
    const struct js_node *site, *other;
    struct unit *unit, *other_unit;
    struct promise *promise;
    const struct js_name *name;
    struct value value, other_value;
    struct js_function *function;
    struct emitter *emitter;
    uint32_t context;
    enum used_as used_as; /* EVENT_PROMISE_AS_VALUE */
    bool is_pending;      /* EVENT_RETURNED_UNAWAITED: when it was returned */
};

/* Registrations that cannot both happen: those of one way in [a, b), those of the other from c on.
 */
struct exclusion {
    uint32_t a, b, c, d;
    uint32_t activation; /* the second range counts only in this call */
};

#endif
