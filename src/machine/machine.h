/* The abstract machine: it executes JavaScript over abstract values with the queues of Node's event
 * loop, and remembers what happened as contexts (the nodes of the callback graph), promises and
 * emitters. Private to src/check.
 *
 * Where a condition is not determined both ways are taken, one after the other, and their effects
 * joined (branch.c). Where code is not known its results are UNKNOWN and what it is given escapes.
 * Async functions and generators run on stacks of their own (coroutine.c). */
#ifndef MACHINE_MACHINE_H
#define MACHINE_MACHINE_H

#include "base/buf.h"
#include "base/map.h"
#include "base/stop.h"
#include "machine/value.h"
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

/* One file as a module. */
enum unit_state { UNIT_IDLE, UNIT_RUNNING, UNIT_DONE };
struct unit {
    struct source *source;
    struct js_file *file;
    uint32_t index;
    enum unit_state state;
    struct env *env;
    struct object *module, *exports; /* CommonJS; for ES modules `exports` is the namespace */
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
    struct unit_facts *facts;               /* the rules': what they have asked about it */
    struct {
        unsigned count;
        const struct js_node *first; /* place where it was reached */
    } bounds[BOUND_COUNT];
};

void unit_reached(struct unit *unit, enum bound bound, const struct js_node *site);

struct link { /* an imported name */
    struct unit *unit;
    const struct js_name *name; /* "*": the namespace */
};

/* ---- contexts: the nodes of the callback graph ---- */

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

/* ---- promises ---- */

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

/* ---- emitters ---- */

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

/* ---- jobs and queues ---- */

enum job_kind { JOB_CALL, JOB_REACTION, JOB_THENABLE, JOB_RESUME };

struct job {
    enum job_kind kind;
    enum context_kind context_kind;
    struct value callee, self;
    struct value *args;
    unsigned count;
    struct reaction *reaction;
    struct promise *promise;
    struct value value;
    bool is_rejection, is_may, is_conditional, is_cancelled, is_unknown_time;
    const struct js_node *site;
    struct unit *unit;
    struct js_function *registered_in;
    uint32_t parent, cause, registration, activation;
    struct called called;
    uint32_t root, order, ready_order;
    bool is_entry; /* entered with arguments nobody knows */
    bool is_event;
    double delay, deadline, repeat;
    unsigned runs;
    struct object *handle;
    struct promise *settles; /* API promises: settled with `value` when the job runs */
    struct job *next;
    struct job *later;    /* timers: a heap */
    uint32_t timer_order; /* of timers that fall due together */
};

struct queue {
    struct job *first, *last;
    size_t len;
};

/* ---- frames and control ---- */

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

struct coroutine;

/* What a rule wants to know and only the execution can see. */
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

enum { MOST_ARGS = 16, RECENT_NAMES = 128 };

struct machine {
    struct arena arena, accesses;
    bool exporting; /* what escapes now is called as an entry later */
    struct map names;
    struct recent_name {
        const char *text;
        const struct js_name *name;
    } recent_names[RECENT_NAMES];
    VEC(struct unit *) units;
    struct map unit_by_path;
    struct object *global;
    struct object *protos[CLASS_COUNT];
    struct object *object_proto, *function_proto, *string_proto, *number_proto,
        *promise_constructor, *emitter_constructor, *array_constructor;
    struct map core_modules; /* name → struct object */
    struct map made_fields;  /* class → struct made_field (invent.c) */

    struct frame *frame;
    struct coroutine *coroutine, *idle_coroutines, *all_coroutines, *first_waiting, *last_waiting;
    unsigned alive_coroutines;
    char *stack_low;
    bool chain_ended;               /* a ?. met undefined */
    const struct js_node *dropping; /* the expression whose value nobody takes */
    bool threw;                     /* an exception is on its way */
    struct value exception;
    const struct js_node *exception_site;
    struct unit *exception_unit;
    enum blame exception_blame;
    struct maybe_thrown maybe;
    uint32_t caught_order;   /* in a handler of a possible throw: when that was */
    unsigned in_maybe_catch; /* handlers of exceptions nobody threw for certain */
    const struct js_node
        *mapped_by;      /* the last x.map(f) where x is unknown and f gave a promise, */
    struct value mapped; /* that one: Promise.all waits for some of its kind */
    bool resumed_maybe;  /* the await that goes on might have thrown */
    struct promise *resumed_by;
    unsigned may; /* on how many undetermined ways we are */
    bool weak;    /* writes only add possibilities */
    VEC(struct undo) trail;
    uint32_t way, next_way, compactions;
    struct scratch *scratch;
    uint64_t steps, step_limit, next_look; /* at whether the user wants an end */
    const atomic_bool *stop;               /* NULL, or set when the user wants an end */
    bool exhausted;                        /* this entry's steps are spent, or another bound: */
    enum bound exhausted_by;
    unsigned effort; /* how many times the usual bounds */
    bool inexact, open_order, uncaught;
    bool dropped_work; /* jobs were left when the loop's bounds were reached */
    uint32_t entry;
    unsigned call_depth;
    uint32_t next_object, next_activation, next_registration, next_order, next_promise;

    struct queue ticks, microtasks, immediates, poll, closing;
    struct job *timers; /* the next one, with the others below it */
    struct job *spare_jobs;
    uint32_t next_timer;
    VEC(struct object *) pending_callbacks; /* closures given to unknown code, to be entered once */
    VEC(struct promise *)
    adrift; /* somebody waits for them, and only unknown code can settle them */
    VEC(struct promise *) may_throw; /* awaited, and so far they may only have been rejected */
    double now;
    bool module_main; /* ES module: promise jobs before ticks, at first */
    uint32_t current; /* context */
    VEC(struct context *) contexts;
    uint8_t
        late_writes[PLACE_BITS / 8]; /* places that were written in other contexts than entries */
    VEC(struct promise *) promises;
    VEC(struct emitter *) emitters;
    VEC(struct object *) closures;
    VEC(struct cell *) written_cells; /* since the last entry: what closures share */
    VEC(struct event) events;
    VEC(struct exclusion) exclusions;
    struct buf *log;
    size_t microtasks_in_row;
    bool is_library; /* executing entries, not a main program */
};

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
static inline bool is_late(const struct context *context)
{
    return context->kind != CONTEXT_MAIN && context->kind != CONTEXT_ENTRY;
}
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

/* builtins.c, arrays.c, timers.c, api.c */
/* What goes into a list is called by whoever takes it out: a settler, or a function that holds one.
 */
void lose_settlers(struct value value);
void install_builtins(struct machine *m);
void install_arrays(struct machine *m);
void install_timers(struct machine *m);
void install_api(struct machine *m);
bool makes_promise(const struct object *native); /* one of Node's that returns a promise? */
struct object *core_module(struct machine *m, struct str name); /* NULL: no module of Node's */
struct object *native_new(struct machine *m, const char *name, native_fn fn);
struct value any_value(struct machine *m, struct call *call); /* natives: unknown; `this` */
struct value this_value(struct machine *m, struct call *call);
void install(struct machine *m, struct object *object, const char *name, native_fn fn);
struct value call_arg(const struct call *call, unsigned index);
void write_for_log(struct machine *m, struct value value, struct buf *out, bool nested);

/* module.c */
struct value require_module(struct machine *m, struct unit *from, struct str specifier,
                            const struct js_node *site);
void run_unit(struct machine *m, struct unit *unit);
struct value read_link(struct machine *m, struct link *link);
struct unit *resolve_unit(struct machine *m, struct unit *from, struct str specifier);
/* The file an import leads to, among those of `by_path`; NULL: none of them. */
struct unit *resolve_path(const struct map *by_path, const struct unit *from, struct str specifier);
void index_path(struct map *by_path, struct unit *unit);
void link_imports(struct machine *m, struct unit *unit);

#endif
