/* Executing the tree: expressions, statements, calls, properties, ways that are not determined, and
 * the stacks of async functions and generators. */
#ifndef MACHINE_RUN_H
#define MACHINE_RUN_H

#include "machine/state.h"

/* machine.c */
struct machine *machine_new(void); /* for one program: files that import each other */
void machine_free(struct machine *m);
struct value machine_throw(struct machine *m, struct value value, const struct js_node *site);
struct value machine_throw_error(struct machine *m, const char *type, const char *message);
void machine_maybe_throw(struct machine *m, struct value value, const struct js_node *site,
                         enum blame blame);
bool machine_step(struct machine *m);                        /* false: enough */
void machine_exhausted(struct machine *m, enum bound bound); /* this entry ends here */
/* A promise where a value was meant; nothing where `value` is none. */
void machine_uses(struct machine *m, struct value value, const struct js_node *site,
                  enum used_as used_as);
struct event *machine_event(struct machine *m, enum event_kind kind, const struct js_node *site);
void escape(struct machine *m, struct value value);
/* The promise that a callback returned to forEach, which does not look at it. */
void drop_result(struct object *callback, struct value result);
void use_value(struct value value); /* somebody holds it: a promise is not lost */

/* eval.c, exec.c, call.c, pattern.c, class.c */
struct value eval(struct machine *m, const struct js_node *node);
struct value eval_test(struct machine *m, const struct js_node *node); /* of what depends on it */
struct value eval_callee(struct machine *m, const struct js_node *node, struct value *self);
struct value eval_binary(struct machine *m, enum js_op op, struct value a, struct value b);
struct value eval_template(struct machine *m, const struct js_node *node);
struct value eval_function(struct machine *m, const struct js_node *node);
struct value eval_class(struct machine *m, const struct js_node *node);
struct value eval_call(struct machine *m, const struct js_node *node);
struct value eval_new(struct machine *m, const struct js_node *node);
struct value eval_super_call(struct machine *m, const struct js_node *node);
const struct js_name *eval_key(struct machine *m, const struct js_node *property,
                               struct value *value);
/* Does the optional step `node` find nothing to go on with? */
bool chain_ends(struct machine *m, const struct js_node *node, struct value object);
enum completion exec(struct machine *m, const struct js_node *node);
/* Nobody takes the value of `node`, a statement of its own: a promise is lost there. */
void drop_value(struct machine *m, struct value value, const struct js_node *node);
enum completion exec_list(struct machine *m, const struct js_node *list);
enum completion exec_for_of(struct machine *m, const struct js_node *node);
bool exec_loop_goes_on(struct machine *m, const struct js_node *loop, enum completion *c);
void declare_all(struct machine *m, struct js_scope *scope, const struct js_node *list);
void hoist_functions(struct machine *m, const struct js_node *list);
struct env *env_push(struct machine *m, struct js_scope *scope);
struct cell *env_cell(struct machine *m, const struct js_variable *variable);
struct value call_value(struct machine *m, struct value callee, struct value self,
                        struct value *args, unsigned count, const struct js_node *node);
struct value call_method(struct machine *m, struct value object, const char *name,
                         struct value *args, unsigned count, const struct js_node *node);
struct value construct(struct machine *m, struct value callee, struct value *args, unsigned count,
                       const struct js_node *node, struct object *new_target);
struct value call_unknown(struct machine *m, struct value *args, unsigned count,
                          const struct js_node *node);
struct value construct_super(struct machine *m, struct object *closure, struct value *args,
                             unsigned count, const struct js_node *node, struct object *target);
struct value call_as_entry(struct machine *m, struct object *closure, struct value self);
struct value construct_as_entry(struct machine *m, struct object *closure);
struct object *arguments_object(struct machine *m); /* of the function that runs; NULL: none */
struct value run_body(struct machine *m, struct frame *frame);
void initialise_fields(struct machine *m, struct object *instance, struct object *class_object);
void bind_pattern(struct machine *m, const struct js_node *pattern, struct value value,
                  bool declares);
void bind_parameters(struct machine *m, const struct js_node *params, struct value *args,
                     unsigned count);
void assign_to(struct machine *m, const struct js_node *target, struct value value);
struct value read_variable(struct machine *m, const struct js_node *name);
void write_variable(struct machine *m, const struct js_node *name, struct value value,
                    bool declares);

/* property.c */
struct value get_property(struct machine *m, struct value object, const struct js_name *key,
                          const struct js_node *node);
struct value get_index(struct machine *m, struct value object, struct value key,
                       const struct js_node *node);
void set_property(struct machine *m, struct value object, const struct js_name *key,
                  struct value value, const struct js_node *node);
void set_index(struct machine *m, struct value object, struct value key, struct value value,
               const struct js_node *node);
void define_property(struct machine *m, struct object *object, const struct js_name *key,
                     struct value value);
struct value get_named(struct machine *m, struct value object, const char *name);

/* branch.c */
typedef enum completion (*way_fn)(struct machine *m, void *data);
enum completion branch(struct machine *m, way_fn first, void *first_data, way_fn second,
                       void *second_data);
void branch_commit(struct machine *m);
void branch_free(struct machine *m);
void branch_deferred(struct machine *m, struct frame *frame);
/* Around a loop or switch: ways that leave it by break go on behind it. */
struct deferred *branch_begin_loop(struct machine *m);
void branch_end_loop(struct machine *m, struct deferred *outer);
void log_cell(struct machine *m, struct cell *cell);
void log_property(struct machine *m, struct object *object, const struct js_name *key);
void log_promise(struct machine *m, struct promise *promise);
void log_length(struct machine *m, struct object *array);

/* coroutine.c */
struct coroutine *coroutine_new(struct machine *m, void (*body)(struct machine *m, void *data),
                                void *data);
bool coroutine_resume(struct machine *m, struct coroutine *self, struct value value, bool is_throw);
bool coroutine_ended(const struct coroutine *self);
void coroutine_set_base(struct coroutine *self, struct frame *base); /* its outermost frame */
struct value coroutine_suspend(struct machine *m); /* sets m->threw where resumed by a throw */
unsigned coroutine_suspensions(const struct coroutine *self);
void coroutines_free(struct machine *m);

/* generator.c */
struct value generator_start(struct machine *m, struct frame *frame);
struct value eval_yield(struct machine *m, const struct js_node *node);
/* True while return() unwinds the generator, as if by a throw that no catch holds; a finally block
 * runs without it. NULL is a frame that is no generator's. */
bool generator_returns(const struct generator *self);
bool generator_set_returns(struct generator *self, bool returns); /* what it was before */
enum completion exec_async_iteration(struct machine *m, const struct js_node *node,
                                     struct value iterable);
struct value iterator_result(struct machine *m, struct value value, bool done);
void install_generators(struct machine *m);

/* invent.c */
struct object *invented_instance(struct machine *m, struct object *method);

#endif
