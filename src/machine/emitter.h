/* Emitters: who listens, who emits. */
#ifndef MACHINE_EMITTER_H
#define MACHINE_EMITTER_H

#include "machine/context.h"

struct listener {
    const struct js_name *event; /* NULL: unknown */
    struct value function;
    const struct js_node *site;
    struct unit *unit;
    uint32_t context, activation;
    const struct js_node *removed_at; /* NULL: it was used up */
    struct unit *removed_unit;
    bool once, removed, is_may, is_internal, fired;
};

struct emission {
    const struct js_name *event;
    const struct js_node *site;
    struct unit *unit;
    uint32_t context;
    bool found_listener, is_may;
};

struct emitter {
    struct object *object;
    bool is_dom, is_native; /* native: the environment emits on it */
    bool unknown_listeners, unknown_emissions;
    bool emits_later; /* native, and never while a listener is being added */
    VEC(struct listener) listeners;
    VEC(struct emission) emissions;
    VEC(struct running {
        const struct js_name *event;
        const struct listener *listener;
    })
    running; /* events whose listeners run now */
};

#endif
