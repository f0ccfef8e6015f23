#include "races/plan.h"

static const int64_t ms = 1000000;

static bool parse(struct str text, struct arena *arena, struct event_key *key)
{
    struct str wrong, rest = text;
    char *kept = arena_array(arena, char, text.len + 1);
    return text.len && !event_key_parse(&rest, &kept, key, &wrong);
}

static bool same_turn(const struct race_side *a, const struct race_side *b)
{
    return !a->is_task && !b->is_task && a->key.len && str_equal(a->key, b->key) &&
           str_equal(a->process, b->process);
}

/* Nor one of a timer, by which others can be held. */
static bool has_no_name(const struct race_side *side)
{
    return !side->key.len && !side->timer_ms;
}

struct obstacle {
    const char *why; /* NULL: none */
    bool is_limit;
};

/* Which order it is that cannot be turned round, or what we cannot do though a machine might. */
static struct obstacle obstacle_of(const struct race_side *held, const struct race_side *awaited,
                                   bool holds_both)
{
    if (held->is_main)
        return (struct obstacle){
            "the one that comes first is the main script, which nothing can hold", true};
    if (awaited->is_main)
        return (struct obstacle){
            "the one that comes second is the main script, which nothing waits for", true};
    if (holds_both)
        return (struct obstacle){"both follow from the same event, which would make both late",
                                 false};
    if (same_turn(held, awaited) && !awaited->alternative.len)
        return (struct obstacle){"both happen in one turn of the event loop", false};
    if (held->is_task && held->turn.len && !awaited->is_task && str_equal(held->turn, awaited->key))
        return (struct obstacle){"here a task starts only when the callback that asked for it is "
                                 "over; on a machine it can be quicker",
                                 true};
    return (struct obstacle){NULL, false};
}

void race_plan(struct race_plans *self, const struct race_pair *pair, bool turned,
               struct arena *arena)
{
    const struct race_side *held = turned ? &pair->second : &pair->first;
    const struct race_side *awaited = turned ? &pair->first : &pair->second;
    bool holds_both = turned ? pair->second_has_both : pair->first_has_both;
    struct obstacle obstacle = obstacle_of(held, awaited, holds_both);
    *self = (struct race_plans){.why_not = obstacle.why,
                                .is_limit = obstacle.is_limit,
                                .nameless = has_no_name(held) && has_no_name(awaited)};
    /* who could run in another's turn, too, comes first where that one does */
    bool elsewhere = same_turn(held, awaited) && awaited->alternative.len;
    self->has_first = parse(held->key, arena, &self->first);
    self->has_second = parse(elsewhere ? awaited->alternative : awaited->key, arena, &self->second);
    struct event_hold hold = {.event = self->first};
    if (held->is_task)
        self->first.phase = hold.event.phase = PHASE_START;
    if (awaited->is_task)
        self->second.phase = PHASE_START;
    if (self->why_not)
        return;
    if (!self->has_first && !parse(held->ancestor, arena, &hold.event)) {
        self->why_not = "the event of the one that comes first has no name, and nothing that led "
                        "to it has one";
        self->is_limit = true;
        return;
    }
    if (self->has_second) {
        hold.end = HOLD_EVENT;
        hold.until = self->second;
        if (awaited->is_task)
            hold.until.phase = PHASE_DONE; /* it has run, not just begun */
        self->plans[self->count++].hold = hold;
    } else if (awaited->timer_ms) {
        hold.end = HOLD_TIME;
        hold.amount = ((int64_t)awaited->timer_ms + 1) * ms;
        self->plans[self->count++].hold = hold;
    }
    hold.end = HOLD_IDLE; /* it may need all that follows the other one, too */
    hold.amount = 0;
    self->plans[self->count++].hold = hold;
}
