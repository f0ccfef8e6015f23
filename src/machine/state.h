/* The whole state of a machine: what it is about to do, and the record of what it did, which is all
 * that rules see of it. They read it; only src/machine writes. */
#ifndef MACHINE_STATE_H
#define MACHINE_STATE_H

#include "machine/event.h"
#include "machine/frame.h"
#include "machine/job.h"

struct coroutine;

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

#endif
