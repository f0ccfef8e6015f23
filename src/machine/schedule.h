/* What runs later: promises, the event loop, emitters; and what is recorded of it. */
#ifndef MACHINE_SCHEDULE_H
#define MACHINE_SCHEDULE_H

#include "machine/state.h"

/* promise.c, combine.c */
struct promise *promise_new(struct machine *m, enum promise_origin origin,
                            const struct js_node *site);
struct promise *promise_of(struct machine *m, struct value value,
                           const struct js_node *site); /* PromiseResolve */
void promise_resolve(struct machine *m, struct promise *self, struct value value,
                     const struct js_node *site);
void promise_reject(struct machine *m, struct promise *self, struct value value,
                    const struct js_node *site);
void promise_both(struct machine *m, struct promise *self, struct value value, struct value error,
                  const struct js_node *site);
struct reaction *promise_react(struct machine *m, struct promise *self, enum reaction_kind kind,
                               struct value on_fulfilled, struct value on_rejected,
                               struct promise *result, const struct js_node *site);
struct promise *promise_then(struct machine *m, struct promise *self, struct value on_fulfilled,
                             struct value on_rejected, const struct js_node *site,
                             enum reaction_kind kind);
void promise_settlers(struct machine *m, struct promise *self, struct value *resolve,
                      struct value *reject);
void promise_run_reaction(struct machine *m, struct job *job);
void promise_run_thenable(struct machine *m, struct job *job);
struct promise *promise_unknown(struct machine *m, const struct js_node *site);
void schedule_unknown(struct machine *m, struct promise *self);
void promise_adrift(struct machine *m, struct promise *self); /* only unknown code can settle it */
/* Awaits of what turned out to be rejected on all ways; with `idle`, when nothing else can happen
 * any more, of what was rejected on any, and of what is adrift. False where there is none. */
bool promises_decided(struct machine *m, bool idle);
/* One of several promises: each of them is in good hands, which one it is nobody knows. */
struct value promise_of_choice(struct machine *m, struct value value, const struct js_node *site);
struct value await_value(struct machine *m, struct value value, const struct js_node *site);
void install_promises(struct machine *m);
void install_combinators(struct machine *m);

/* loop.c */
struct job *job_new(struct machine *m, enum job_kind kind, enum context_kind context_kind,
                    const struct js_node *site);
struct job *job_call(struct machine *m, enum context_kind kind, struct value callee,
                     struct value *args, unsigned count, const struct js_node *site);
void queue_push(struct queue *queue, struct job *job);
void schedule_timer(struct machine *m, struct job *job, double delay);
void schedule_io(struct machine *m, struct job *job);
void schedule_event(struct machine *m, struct value listener, const struct js_node *site);
void loop_run(struct machine *m);
void loop_drain(struct machine *m); /* ticks and promise jobs */
struct context *context_new(struct machine *m, enum context_kind kind);
struct context *context_now(struct machine *m);
bool is_conditional_now(struct machine *m); /* may the context that runs do without this? */
struct access *record_access(struct machine *m, const struct js_node *node);
void record_is_write(struct machine *m, struct access *access); /* once its place is filled in */
/* What a list, Map or Set (NULL: none) holds; NULL as key stands for all of it, as one place. */
void record_list_read(struct machine *m, struct object *array, const struct js_node *node);
/* A look at what is there, or whether it is: nobody's fault, but somebody looks. */
void record_list_look(struct machine *m, struct object *array, const struct js_node *node);
void record_list_write(struct machine *m, struct object *object, const struct js_name *key,
                       const struct js_node *node);
/* Nothing is kept there: an undefined that remembers who asked. To ask is no fault; need_value()
 * tells that somebody could not do without. */
struct value record_lookup(struct machine *m, struct object *object, const struct js_name *key,
                           const struct js_node *node);
enum need { NEED_PRINTED, NEED_ALL };
void need_value(struct machine *m, struct value value, enum need need);

/* emitter.c */
void install_emitters(struct machine *m);
struct emitter *emitter_of(struct machine *m, struct object *object);
void emitter_emit(struct machine *m, struct emitter *self, const struct js_name *event,
                  struct value *args, unsigned count, const struct js_node *site);
void emitter_listen(struct machine *m, struct emitter *self, const struct js_name *event,
                    struct value function, bool once, bool prepend, const struct js_node *site);
void emitter_unlisten(struct machine *m, struct emitter *self, const struct js_name *event,
                      struct value function, const struct js_node *site);

#endif
