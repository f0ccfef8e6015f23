/* How a race is turned round: which event is held until what, so that the access that came first
 * comes second.
 *
 * A callback is held through the event in whose turn it runs, or where that has no name (a timer)
 * through the nearest event that led to it; a task through its start. Texts of a plan belong to the
 * arena, or are those of the race. */
#ifndef RACES_PLAN_H
#define RACES_PLAN_H

#include "event/event.h"
#include "races/races.h"

enum { RACE_PLANS = 2 };

struct race_plan {
    struct event_hold hold;
};

struct race_plans {
    /* Whose order is looked at, in the run that was observed and in the directed ones. */
    struct event_key first, second;
    bool has_first, has_second;
    struct race_plan plans[RACE_PLANS]; /* the first that shows a difference will do */
    size_t count;
    const char *why_not; /* where there is none */
    bool is_limit;       /* no order forbids it; only we have no means to bring it about */
    bool nameless;       /* neither event has a name: that a hold was in vain tells nothing */
};

/* `turned`: what was observed first was in fact second, as the engine saw it: then it is the second
 * that is held. */
void race_plan(struct race_plans *self, const struct race_pair *pair, bool turned,
               struct arena *arena);

#endif
