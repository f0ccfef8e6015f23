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

/* NULL, or which order it is that cannot be turned round. */
static const char *why_not(const struct race_side *held, const struct race_side *awaited,
                           bool holds_both)
{
    if (held->is_main)
        return "the one that comes first is the main script, which nothing can hold";
    if (awaited->is_main)
        return "the one that comes second is the main script, which nothing waits for";
    if (holds_both)
        return "both follow from the same event, which would make both late";
    if (same_turn(held, awaited) && !awaited->alternative.len)
        return "both happen in one turn of the event loop";
    if (held->is_task && held->turn.len && !awaited->is_task && str_equal(held->turn, awaited->key))
        return "a task starts only when the callback that asked for it is over";
    return NULL;
}

void race_plan(struct race_plans *self, const struct race_pair *pair, bool turned,
               struct arena *arena)
{
    const struct race_side *held = turned ? &pair->second : &pair->first;
    const struct race_side *awaited = turned ? &pair->first : &pair->second;
    bool holds_both = turned ? pair->second_has_both : pair->first_has_both;
    *self = (struct race_plans){.why_not = why_not(held, awaited, holds_both)};
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
