/* What the files of this room share. Numbers are indices into the vectors below; where one may be
 * missing it is stored plus one, 0 for none, and its name says so (`_or_0`). A clock's entries are
 * steps plus one, for the same reason. */
#ifndef CAUSALITY_CAUSALITY_PRIVATE_H
#define CAUSALITY_CAUSALITY_PRIVATE_H

#include "causality/causality.h"
#include "causality/clock.h"

struct causality__step {
    uint32_t action, chain;
    struct clock clock; /* of other chains; what it says of its own does not count */
};

/* A turn is an event and the ticks and jobs that run right after it. Those whose turn does not
 * depend on the schedule form a group, whose root is the event: they run one after the other, and
 * before any other event of the thread that follows one of them. A job that became ready by two
 * unordered causes could have run in the turn of either: it is the root of a group of its own. */
struct causality__action {
    uint32_t lane;
    uint32_t first, last; /* steps */
    uint32_t root;        /* of its group */
    uint32_t member;      /* of a root: the action of the group that ran last */
    uint32_t turn;        /* the event that began it */
    uint8_t kind;
    bool over;
    bool fresh;  /* nothing refers to its step yet, so that its clock may still grow */
    bool split;  /* the next thing that it does belongs to a new step */
    bool adrift; /* a root that is a job, whose causes' turns may hold more than its clock says */
};

struct causality__chain {
    uint32_t queue_or_0;    /* of immediates or timers of one delay: only those, see arrive.c */
    uint32_t lane;          /* all its actions are of one lane: drain() relies on it */
    uint32_t tail;          /* step */
    uint32_t parent_or_0;   /* the step from which its newest part was forked */
    uint32_t spare_or_0[2]; /* chains that may go on after this one's tail; of threads, pools */
    uint32_t next_or_0;     /* of the same process */
};

struct causality__spare {
    uint32_t chain, next_or_0;
};

struct causality__timers {
    uint32_t delay, queue;
};

/* What runs one action after the other: a thread. Or what does not: the pool of a process. */
struct causality__lane {
    uint32_t process;
    bool is_pool;
    uint32_t current_or_0;
    uint32_t turn; /* the event that began the present one */
    uint32_t immediates, completions, all_timers;
    uint32_t repeated_or_0;               /* the interval whose callback runs */
    VEC(struct causality__timers) timers; /* by delay */
};

struct causality__process {
    uint32_t pool_or_0, chains_or_0;
};

struct causality__pending {
    uint32_t lane, by; /* the step that asked for it */
    uint32_t trigger_or_0, promise_or_0, line_or_0, entry_or_0, previous_or_0;
    uint32_t delay;
    uint8_t kind;
    bool awaited;
};

/* A place in a queue, as seen from the chain on which it was taken: entries of one queue and chain
 * are linked by age, with jumps, so that the newest one before a step is found in logarithmic time.
 */
struct causality__entry {
    uint32_t step, ran_or_0;
    uint32_t previous_or_0, jump_or_0, depth;
    uint32_t live_or_0; /* as previous_or_0, past entries that turned out never to have run */
    uint32_t delay;     /* of a timer */
    /* In the queue of all timers: the chain's newest entry of each delay, so far. */
    uint32_t by_delay, height;
};

/* By digits of the delay; the last level holds entries plus one. Never changed once made. */
enum { CAUSALITY__DELAY_BITS = 4, CAUSALITY__DELAY_BRANCHES = 1 << CAUSALITY__DELAY_BITS };
struct causality__delays {
    uint32_t at[CAUSALITY__DELAY_BRANCHES];
    uint32_t newest; /* of all below */
};

struct causality__track {
    uint32_t queue, chain, newest_or_0, next_or_0;
};

struct causality__queue {
    uint32_t tracks_or_0, count;
    /* Whoever follows this step follows all events that had entered within that clock. */
    uint32_t done_or_0;
    struct clock done;
};

struct causality__promise {
    uint32_t settled_or_0; /* step */
    uint32_t combined_or_0;
    bool fulfilled;
};

struct causality__combined {
    enum causality_combinator kind;
    size_t elements, count;
    uint32_t decided_or_0; /* element, by causality_decide() */
    struct clock clock;    /* once settled: what it follows in every order */
    bool simple;           /* that is all before the step that settled it */
};

struct causality__line {
    enum causality_line_kind kind;
    uint32_t last_or_0;
};

/* How far an arriving action follows its causes of the same thread. */
enum causality__closing {
    CLOSE_NOTHING, /* a task */
    CLOSE_ACTION,  /* a tick or job: to the end of the event */
    CLOSE_TURN,    /* an event: to the end of its turn */
};

struct causality__arrival {
    struct causality *self;
    uint32_t lane, action;
    uint32_t queue_or_0; /* whose chains it may go on; ticks and jobs: any */
    enum causality__closing closing;
    struct clock clock;
    uint32_t first_or_0; /* the first cause: `clock` lacks only that step itself */
    bool only_first;     /* and there was no other */
    uint32_t best_or_0, best_tail;
};

enum { CAUSALITY__REMEMBERED = 1024 };

struct causality {
    bool off[CAUSALITY_RULE_COUNT];
    struct clock_store clocks;
    VEC(struct causality__step) steps;
    VEC(struct causality__action) actions;
    VEC(struct causality__chain) chains;
    VEC(struct causality__spare) spares;
    VEC(struct causality__lane) lanes;
    VEC(struct causality__process) processes;
    VEC(struct causality__pending) pending;
    VEC(struct causality__entry) entries;
    VEC(struct causality__delays) delays;
    VEC(struct causality__track) tracks;
    VEC(struct causality__queue) queues;
    uint32_t *track_slots; /* hash table of tracks by queue and chain; track plus one */
    size_t track_slot_count;
    VEC(struct causality__promise) promises;
    VEC(struct causality__combined) combined;
    VEC(uint32_t) elements;
    VEC(struct causality__line) lines;
    /* Used while an action arrives. */
    VEC(uint32_t) work, found, met;
    struct causality__fork {
        uint32_t step_or_0;
        struct clock clock;
    } forks[CAUSALITY__REMEMBERED];
};

/* arrive.c: an action's clock and chain. */
void causality__after_step(struct causality__arrival *self, uint32_t step);
void causality__after_clock(struct causality__arrival *self, struct clock clock);
/* As the rule of atomicity has it: the whole action of that step, if it is of the same thread. */
void causality__after(struct causality__arrival *self, uint32_t step);
uint32_t causality__settle_down(struct causality__arrival *self);
uint32_t causality__new_step(struct causality *self, uint32_t action, uint32_t chain,
                             struct clock clock);
uint32_t causality__new_chain(struct causality *self, uint32_t lane);
bool causality__covers(const struct causality__arrival *self, uint32_t step);
bool causality__before(const struct causality *self, uint32_t a, uint32_t b);

/* queue.c: first in, first out. */
uint32_t causality__new_queue(struct causality *self);
uint32_t causality__timer_queue(struct causality *self, uint32_t lane, uint32_t delay);
/* The entry in the queue of that delay. */
uint32_t causality__enter_timer(struct causality *self, uint32_t lane, uint32_t delay,
                                uint32_t step);
uint32_t causality__enter(struct causality *self, uint32_t queue, uint32_t step);
/* The one before in the queue, as far as it entered from the same chain: its clock is likely to
 * hold most of what the arriving event will know. */
void causality__after_previous(struct causality__arrival *self, uint32_t queue, uint32_t entry);
/* The arriving event follows those of the queue (of timers: of all with no longer delay) that had
 * entered before its own entry. */
void causality__after_queue(struct causality__arrival *self, uint32_t queue, uint32_t entry,
                            bool is_timer, uint32_t delay);

#endif
