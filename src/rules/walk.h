/* Questions about the trees. */
#ifndef RULES_WALK_H
#define RULES_WALK_H

#include "rules/rule.h"

struct walk {
    struct ruling *ruling;
    struct unit *unit;
    const struct js_function *function; /* that we are in */
    void *data;
};

/* Calls `visit` for every node of the function's own body, not of functions inside it. */
void walk_function(struct walk *walk, const struct js_function *function, visit_fn visit);

/* The innermost try of the function whose block holds the node, or whose catch does and a finally
 * follows; NULL: none. */
const struct js_node *try_around(struct ruling *ruling, struct unit *unit,
                                 const struct js_function *function, const struct js_node *node);

/* May a rule that judges what was recorded walk the function for one of the many things in it? A
 * rule that has read all files some dozen times over keeps quiet about the rest: false. */
bool may_walk(struct ruling *ruling, const struct js_function *function);

/* What is asked about one function for many of the things in it, and answered by walking it once.
 */
enum answer {
    ANSWER_GOES_ON_AT = 1,
    ANSWER_REMOVES = 2, /* some listener */
    ANSWER_ASKS_LISTENERS = 4,
    ANSWER_NOTED = 8, /* its calls, for listeners.c */
    ANSWER_RETURNS_NOTED = 16,
};
/* `visit` sets the bool that walk->data points to, whatever else it is asked. */
bool answer(const struct js_function *function, enum answer question, visit_fn visit);
const struct js_node *argument(const struct js_node *call, unsigned index);
bool is_member_call(const struct js_node *node, const char *name);
bool is_new_promise(const struct js_node *node);
/* What a name that is never reassigned was declared with; NULL: not so. */
const struct js_node *initial_value(const struct js_node *name);
/* The function an argument is, or names. */
struct js_function *function_of_argument(const struct js_node *node);
/* The entry of a map under two pointers, the second of which may be NULL. */
struct map_entry *entry_for(struct ruling *ruling, struct map *map, const void *a, const void *b);
bool mentions(const struct js_node *node, const struct js_variable *variable);
/* Does a return of the function, or its expression body, consist of this very node? */
bool is_returned_by(struct ruling *ruling, struct js_function *function,
                    const struct js_node *value);
bool contains(const struct js_node *outer, const struct js_node *inner);
/* The innermost function whose body the node stands in. */
struct js_function *function_around(const struct unit *unit, const struct js_node *node);

#endif
