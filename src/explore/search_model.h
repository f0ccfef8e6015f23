/* What the natural run tells the search: its events, who descends from whom, which pairs of events
 * can change places, and which of them have done so.
 *
 * The natural run delivers one event a poll, so whatever arrives next was made by the callback of
 * the one delivered last: that is its cause, where the agent has not said it (trace_arrive.cause).
 * An event can be overtaken by one that came to the same loop within the lateness that is allowed
 * and does not descend from it. A run in which it was held as long as that, and was still not
 * overtaken, shows that it cannot be.
 *
 * The model owns its texts. Of a run with more than MODEL_MOST events the rest is left out. */
#ifndef EXPLORE_SEARCH_MODEL_H
#define EXPLORE_SEARCH_MODEL_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "trace/trace.h"

enum { MODEL_MOST = 1500, MODEL_NONE = -1 };

struct model_event {
    struct event_key key;
    uint32_t trace;        /* of which process */
    int64_t arrived, left; /* virtual times; left: started or delivered */
    size_t place;          /* among all, in the order in which they left */
    int cause;             /* index of an event, MODEL_NONE: the main script, or unknown */
    bool may_be_late;      /* neither a timer nor code of packages */
    size_t overtakers;     /* how many events can come before it */
    bool shares;           /* one of them is about the same path, or its parent */
    bool meets_timer;      /* one of them is a timer */
};

enum pair_state { PAIR_NONE, PAIR_CAN, PAIR_TRIED, PAIR_CANNOT };

struct model {
    struct arena arena;
    VEC(struct model_event) events; /* in the order in which they left */
    struct map index;               /* by printed key */
    uint8_t *pairs;                 /* of enum pair_state, at first * events.len + second */
    size_t pair_count, tried;       /* those that can change places; of these, have done so */
    size_t late_count, late_tasks;  /* events that may be late; of these, the worker pool's */
    int64_t slowest_ns;             /* -1: without limit */
    int64_t shortest_timer, longest_timer; /* set, in ms, below the watchdog's; -1: none was */
    bool timers_known;                     /* the agent told of timers, or there are none */
    uint64_t order;                        /* of the events: model_order() */
};

void model_read(struct model *self, const struct traces *traces, int64_t slowest_ns,
                int64_t watchdog_ns);
void model_free(struct model *self);

static inline enum pair_state model_pair(const struct model *self, size_t first, size_t second)
{
    return (enum pair_state)self->pairs[first * self->events.len + second];
}

/* Later descends from earlier: through its causes. */
bool model_descends(const struct model *self, size_t later, size_t earlier);

/* Code that is loaded from packages: never made late. */
bool model_is_package_code(const struct event_key *key);
/* Both are about one file, or one is the folder of the other, and not both only look. */
bool model_conflict(const struct event_key *a, const struct event_key *b);

/* Another run, as far as the model knows its events: their indexes in the order in which they left,
 * in an array that the caller frees, and the hash of the order of all. */
struct model_run {
    uint32_t *came;
    size_t count;
    uint64_t order;
};
struct model_run model_take(const struct model *self, const struct traces *traces);
/* Returns how many pairs changed places for the first time. */
size_t model_learn(struct model *self, const struct model_run *run);

/* The event was held as long as is allowed: who has not overtaken it by now cannot. */
void model_settle(struct model *self, size_t event);

#endif
