/* State that calls share, for stale-await: what it is, and the flags that keep a second call out.
 * Private to shared_state.c, stale_await.c and busy_flag.c. */
#ifndef RULES_SHARED_STATE_H
#define RULES_SHARED_STATE_H

#include "rules/rules.h"

/* A variable of the module, a field of an object or class that is the module's, or a field of
 * `this`; or what one of these, a Map or an object used as one, holds under a key. */
struct shared {
    const struct js_variable *variable;
    const struct js_name *field;
    const struct js_node *class_node;
    const struct js_node *key;    /* NULL: no such thing */
    const struct js_node *inside; /* state.a of state.a.field; NULL: of the state itself */
};

bool shared_of(const struct js_function *function, const struct js_node *node, struct shared *out);
bool same_shared(const struct shared *a, const struct shared *b);
/* What an assignment or map.set(key, value) writes to; false: nothing shared, or it is neither. */
bool written_shared(const struct js_function *function, const struct js_node *node,
                    struct shared *out);
/* const { name } = whole; false: nothing shared. */
bool shared_part(const struct js_function *function, const struct js_node *whole,
                 const struct js_name *name, struct shared *out);
/* The same name, member or literal. */
bool same_key(const struct js_node *a, const struct js_node *b);
bool keys_may_meet(const struct js_node *a, const struct js_node *b);

struct flag {
    struct shared what;
    bool held;   /* its value while a call has it */
    bool is_set; /* not only asked: false in flags_at() of what follows without an await */
};

enum { MOST_FLAGS = 4 };

/* if (busy) return; busy = true: the flags that are known to be ours, or nobody's, when the
 * function comes to the node. Those that were asked only after the read that matters (NULL: none)
 * and an await do not count. Returns how many. */
unsigned flags_at(const struct js_function *function, const struct js_node *read,
                  const struct js_node *node, struct flag *out);

/* stale_await.c: may another call of the walk's function come to the state while one waits? */
bool stale_may_compete(const struct walk *walk, const struct shared *what);
/* Does one piece of code start the walk's function twice without waiting? */
bool stale_is_started_twice(const struct walk *walk);
/* late_guard.c: of the walk's function. */
void judge_late_guards(struct walk *walk);

/* A return or throw, or a block that ends with one. */
bool leaves_function(const struct js_node *statement);

#endif
