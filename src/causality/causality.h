/* Happens-before: which actions of an observed run would come in the same order in every run.
 *
 * An action is an event (the main script, a callback, a promise job) or an asynchronous task of the
 * thread pool. Whoever reads a trace feeds what happened, in the order in which it happened; the
 * rules (rules.h, docs/causality.md) turn that into order. An action consists of steps: a new one
 * begins where something outside of its thread goes on by itself (a task, a message), because what
 * the action does from then on is concurrent with it, and where it learns of something from
 * outside. Accesses belong to the step in which they were made: causality_now().
 *
 * How: actions are put on chains, greedily; a chain is ordered from end to end. Each step has a
 * clock: the last step of every other chain that happened before it (clock.h). Steps are numbered
 * through, so a clock's entry names a step. Nothing is ever searched for per pair.
 *
 * Cost. A query: one read of a clock, at most 8 memory accesses, 5 for a million chains. Feeding:
 * for each action, the entries in which its clock differs from those of its causes; plus, for a
 * timer and each chain that became known since the last timer of its delay, those that were set
 * there and that no later and longer one follows. That is linear in actions where few chains are
 * joined at a time; a program that again and again joins w unordered chains pays w each time.
 * Memory: about 150 bytes an action, and 64 per level of a clock for each that is new.
 *
 * The room owns everything; handles are numbers, valid until causality_free(). Nothing fails: a
 * handle that was not given out, or an action that is fed after its end, is a BUG(). */
#ifndef CAUSALITY_CAUSALITY_H
#define CAUSALITY_CAUSALITY_H

#include "base/base.h"
#include "causality/rules.h"

struct causality;

struct causality_thread {
    uint32_t id;
}; /* with an event loop; a process has one or more */
struct causality_action {
    uint32_t id;
}; /* an event or a task */
struct causality_step {
    uint32_t id;
}; /* a part of an action */
struct causality_pending {
    uint32_t id;
}; /* an event that was asked for and may run later */
struct causality_promise {
    uint32_t id;
};
struct causality_line {
    uint32_t id;
}; /* what delivers its events in order */

enum causality_kind {
    CAUSALITY_TICK, /* process.nextTick */
    CAUSALITY_JOB,  /* a promise's reaction, queueMicrotask */
    CAUSALITY_IMMEDIATE,
    CAUSALITY_TIMER,
    CAUSALITY_REPEATED, /* setInterval: may be started again and again */
    CAUSALITY_IO,       /* everything else that a loop delivers */
    CAUSALITY_MAIN,     /* a thread's main script */
    CAUSALITY_TASK,
};

enum causality_combinator {
    CAUSALITY_OF_ALL,
    CAUSALITY_OF_ALL_SETTLED,
    CAUSALITY_OF_ANY,
    CAUSALITY_OF_RACE,
};

enum causality_line_kind { CAUSALITY_ITERATOR, CAUSALITY_OF_DESCRIPTOR, CAUSALITY_OF_STREAM };

struct causality *causality_new(void);
void causality_free(struct causality *self);
/* For tests and for questions of the kind "which rule orders these": before anything is fed. */
void causality_switch_off(struct causality *self, enum causality_rule rule);

/* Processes are numbered by the caller, densely from 0. */
struct causality_thread causality_thread(struct causality *self, uint32_t process);
/* The main script of a thread. `started_by` is what causality_send() returned where the process or
 * thread was started, NULL for the first. */
struct causality_action causality_main(struct causality *self, struct causality_thread thread,
                                       const struct causality_step *started_by);

/* `by` asks for an event of its own thread. Milliseconds count for timers only; less than 1 is 1,
 * as in Node, and fractions are cut off by the caller. */
struct causality_pending causality_register(struct causality *self, struct causality_action by,
                                            enum causality_kind kind, uint32_t milliseconds);
/* then(), catch(), finally(), queueMicrotask (a promise that is settled already); await. */
struct causality_pending causality_then(struct causality *self, struct causality_action by,
                                        struct causality_promise promise);
struct causality_pending causality_await(struct causality *self, struct causality_action by,
                                         struct causality_promise promise);
/* The event becomes ready because of `by`: the task that it completes, or another event. */
void causality_trigger(struct causality *self, struct causality_action by,
                       struct causality_pending pending);
/* The event begins. Its thread's event before is over. */
struct causality_action causality_start(struct causality *self, struct causality_pending pending);

/* `by` hands a task to the pool of its process; its rest is concurrent with the task. */
struct causality_action causality_delegate(struct causality *self, struct causality_action by);
void causality_end(struct causality *self, struct causality_action action);

struct causality_promise causality_promise(struct causality *self);
void causality_settle(struct causality *self, struct causality_action by,
                      struct causality_promise promise, bool fulfilled);
/* The promise that a combinator returns; the elements are copied. */
struct causality_promise causality_combine(struct causality *self, enum causality_combinator kind,
                                           const struct causality_promise *elements, size_t count);
/* Rule 8 looks into the future: whether an element that is still pending when the race is decided
 * could ever win. After all was fed, causality_winner() gives the element that is settled before
 * all others in every order, or -1. Who wants those orders too feeds the trace a second time and
 * calls causality_decide() for them, right after causality_combine(). Without it only elements that
 * are settled when the race is count. */
ptrdiff_t causality_winner(const struct causality *self, struct causality_promise race);
void causality_decide(struct causality *self, struct causality_promise race, size_t element);

/* Events that are put into a line run in the order in which they do; each before it is started. */
struct causality_line causality_line(struct causality *self, enum causality_line_kind kind);
void causality_in_line(struct causality *self, struct causality_pending pending,
                       struct causality_line line);

/* The listener that was added at `added` (causality_now()) is called by `action` from here on. */
void causality_emit(struct causality *self, struct causality_action action,
                    struct causality_step added);
/* A message, a signal, a store that another thread waits for; also what starts a process. */
struct causality_step causality_send(struct causality *self, struct causality_action by);
void causality_receive(struct causality *self, struct causality_action action,
                       struct causality_step sent);
/* `action` sees the end of that process, or is the last event of its own. */
void causality_reap(struct causality *self, struct causality_action action, uint32_t process);
void causality_last(struct causality *self, struct causality_action action);

/* The step in which `action` is now: what an access is to be remembered with. */
struct causality_step causality_now(struct causality *self, struct causality_action action);
/* Whether `a` happens before `b` in every run: the two never change places. */
bool causality_ordered(const struct causality *self, struct causality_step a,
                       struct causality_step b);
/* All of `a` before all of `b`. */
bool causality_actions_ordered(const struct causality *self, struct causality_action a,
                               struct causality_action b);

/* Steps of one chain are ordered: of who is kept to be compared later, the last one of each will
 * do.
 */
uint32_t causality_chain(const struct causality *self, struct causality_step step);

struct causality_size {
    size_t actions, steps, chains, clock_nodes, bytes;
};
struct causality_size causality_size(const struct causality *self);

#endif
