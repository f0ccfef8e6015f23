/* How an action gets its clock and its chain.
 *
 * Its clock is the join of its causes' clocks. A step of its own thread stands for more than
 * itself: the thread finishes the event, and for an event also the ticks and jobs of that turn,
 * before it goes on. So each entry that a join brings is closed: raised to the end of its action or
 * turn. What comes from an event of the same thread is closed already, so that only its own end is
 * looked at; what comes from elsewhere is looked through.
 *
 * Its chain is one of those whose last step is among the causes; the newest, so that chains follow
 * the program's own lines. Immediates, and timers of one delay, have chains to themselves: they are
 * first in, first out, so that a program's timers are one long chain, while on the chains of those
 * who set them they would be scattered over all, and so would every clock behind them. Chains that
 * were joined but not continued are remembered as spare ones of the chain that is, for the tasks
 * and events that will be forked from it: a loop that reads a million files one after the other
 * needs two chains. */
#include "causality/causality_private.h"

bool causality__before(const struct causality *self, uint32_t a, uint32_t b)
{
    const struct causality__step *from = &self->steps.at[a], *to = &self->steps.at[b];
    if (from->chain == to->chain)
        return a < b;
    return clock_read(&self->clocks, to->clock, from->chain) > a;
}

bool causality__covers(const struct causality__arrival *self, uint32_t step)
{
    const struct causality *c = self->self;
    uint32_t chain = c->steps.at[step].chain;
    if (self->first_or_0 && step < self->first_or_0 &&
        c->steps.at[self->first_or_0 - 1].chain == chain)
        return true;
    return clock_read(&c->clocks, self->clock, chain) > step;
}

static bool is_free(const struct causality *c, uint32_t chain, uint32_t tail)
{
    return c->chains.at[chain].tail == tail && c->actions.at[c->steps.at[tail].action].over;
}

/* A tick or job goes on only after its own group or the end of another: else a clock that names it
 * would hide that there is more of the group before it. */
static bool may_go_on(const struct causality__arrival *self, uint32_t chain)
{
    const struct causality *c = self->self;
    const struct causality__chain *on = &c->chains.at[chain];
    if (on->lane != self->lane)
        return false;
    if (self->closing != CLOSE_ACTION)
        return on->queue_or_0 == self->queue_or_0;
    const struct causality__action *one = &c->actions.at[self->action];
    uint32_t tail = c->steps.at[on->tail].action, root = c->actions.at[tail].root;
    return root == one->root ||
           (c->actions.at[tail].turn != one->turn && c->actions.at[root].member == tail);
}

static void consider_chain(struct causality__arrival *self, uint32_t step)
{
    struct causality *c = self->self;
    uint32_t chain = c->steps.at[step].chain;
    if (!is_free(c, chain, step))
        return;
    *vec_push(&c->found) = chain;
    if (may_go_on(self, chain) && (!self->best_or_0 || step > self->best_tail)) {
        self->best_or_0 = chain + 1;
        self->best_tail = step;
    }
}

static void learn(void *context, uint32_t chain, uint32_t value)
{
    struct causality__arrival *self = context;
    consider_chain(self, value - 1);
    if (self->closing != CLOSE_NOTHING && self->self->chains.at[chain].lane == self->lane)
        *vec_push(&self->self->work) = value - 1;
}

static void add(struct causality__arrival *self, uint32_t step)
{
    struct causality *c = self->self;
    struct clock_news news = {learn, self};
    const struct causality__step from = c->steps.at[step];
    const struct causality__action *action = &c->actions.at[from.action];
    if (from.action == self->action || causality__covers(self, step))
        return;
    bool same_lane = action->lane == self->lane;
    if (c->off[CAUSALITY_TRANSITIVITY]) {
        self->clock = clock_with(&c->clocks, self->clock, from.chain, step + 1);
        return;
    }
    if (!self->first_or_0 && self->clock.root == 0) {
        self->first_or_0 = step + 1;
        self->only_first = true;
        self->clock = from.clock;
        if (self->closing != CLOSE_NOTHING && (!same_lane || c->actions.at[action->root].adrift))
            clock_compare(&c->clocks, (struct clock){0}, from.clock, &news);
    } else {
        self->only_first = false;
        self->clock = clock_join(&c->clocks, self->clock, from.clock, &news);
        self->clock = clock_with(&c->clocks, self->clock, from.chain, step + 1);
    }
    consider_chain(self, step);
    if (self->closing != CLOSE_NOTHING && same_lane)
        *vec_push(&c->work) = step;
}

static void close_all(struct causality__arrival *self)
{
    struct causality *c = self->self;
    while (c->work.len) {
        uint32_t action = c->steps.at[*vec_pop(&c->work)].action;
        if (action == self->action)
            continue;
        uint32_t root = c->actions.at[action].root, member = c->actions.at[root].member;
        if (!c->off[CAUSALITY_ATOMICITY])
            add(self, c->actions.at[action].last);
        if (self->closing == CLOSE_TURN && member != root)
            add(self, c->actions.at[member].last);
    }
}

void causality__after_step(struct causality__arrival *self, uint32_t step)
{
    struct causality *c = self->self;
    bool is_first = !self->first_or_0;
    add(self, step);
    close_all(self);
    /* All turns before this event are over: where nothing was missing, nothing will be. */
    const struct causality__action *action = &c->actions.at[c->steps.at[step].action];
    if (is_first && self->only_first && self->closing == CLOSE_TURN && action->lane == self->lane)
        c->actions.at[action->root].adrift = false;
}

void causality__after_clock(struct causality__arrival *self, struct clock clock)
{
    struct clock_news news = {learn, self};
    self->clock = clock_join(&self->self->clocks, self->clock, clock, &news);
    self->only_first = false;
    close_all(self);
}

void causality__after(struct causality__arrival *self, uint32_t step)
{
    struct causality *c = self->self;
    const struct causality__action *action = &c->actions.at[c->steps.at[step].action];
    if (action->lane == self->lane && !c->off[CAUSALITY_ATOMICITY]) {
        /* The end of the turn first: one chain, one clock, nothing else to join. */
        uint32_t root = action->root;
        if (self->closing == CLOSE_TURN && c->actions.at[root].member != root)
            causality__after_step(self, c->actions.at[c->actions.at[root].member].last);
        step = action->last;
    }
    causality__after_step(self, step);
}

uint32_t causality__new_chain(struct causality *self, uint32_t lane)
{
    struct causality__process *process = &self->processes.at[self->lanes.at[lane].process];
    struct causality__chain *chain = vec_push(&self->chains);
    chain->lane = lane;
    chain->next_or_0 = process->chains_or_0;
    process->chains_or_0 = (uint32_t)self->chains.len;
    return (uint32_t)self->chains.len - 1;
}

/* One of the spare chains of the first cause's that still ends before us. */
static bool take_spare(struct causality__arrival *self, uint32_t *chain)
{
    struct causality *c = self->self;
    uint32_t *list = &c->chains.at[c->steps.at[self->first_or_0 - 1].chain]
                          .spare_or_0[c->lanes.at[self->lane].is_pool];
    while (*list) {
        struct causality__spare spare = c->spares.at[*list - 1];
        *list = spare.next_or_0;
        uint32_t tail = c->chains.at[spare.chain].tail;
        if (may_go_on(self, spare.chain) && is_free(c, spare.chain, tail) &&
            causality__covers(self, tail)) {
            *chain = spare.chain;
            return true;
        }
    }
    return false;
}

static void keep_spares(struct causality__arrival *self, uint32_t chain)
{
    struct causality *c = self->self;
    vec_each (found, &c->found) {
        if (*found == chain)
            continue;
        bool is_pool = c->lanes.at[c->chains.at[*found].lane].is_pool;
        uint32_t *list = &c->chains.at[chain].spare_or_0[is_pool];
        *vec_push(&c->spares) = (struct causality__spare){*found, *list};
        *list = (uint32_t)c->spares.len;
    }
    c->found.len = 0;
}

uint32_t causality__new_step(struct causality *self, uint32_t action, uint32_t chain,
                             struct clock clock)
{
    if (self->steps.len >= UINT32_MAX - 1)
        BUG("more than %u steps", UINT32_MAX);
    *vec_push(&self->steps) = (struct causality__step){action, chain, clock};
    self->chains.at[chain].tail = (uint32_t)self->steps.len - 1;
    return (uint32_t)self->steps.len - 1;
}

/* Many are forked from one step (all connections from the one that listened): the clock of that
 * step with the step itself is made once. */
static struct clock forked(struct causality__arrival *self)
{
    struct causality *c = self->self;
    uint32_t step = self->first_or_0 - 1, chain = c->steps.at[step].chain;
    if (clock_read(&c->clocks, self->clock, chain) > step)
        return self->clock; /* a later cause on the same chain */
    if (!self->only_first)
        return clock_with(&c->clocks, self->clock, chain, step + 1);
    struct causality__fork *known = &c->forks[step % CAUSALITY__REMEMBERED];
    if (known->step_or_0 != step + 1) {
        known->step_or_0 = step + 1;
        known->clock = clock_with(&c->clocks, self->clock, chain, step + 1);
    }
    return known->clock;
}

uint32_t causality__settle_down(struct causality__arrival *self)
{
    struct causality *c = self->self;
    uint32_t chain;
    if (self->best_or_0)
        chain = self->best_or_0 - 1;
    else if (!self->first_or_0 || !take_spare(self, &chain)) {
        chain = causality__new_chain(c, self->lane);
        c->chains.at[chain].queue_or_0 = self->queue_or_0;
    }
    if (self->first_or_0 && c->steps.at[self->first_or_0 - 1].chain != chain) {
        self->clock = forked(self);
        c->chains.at[chain].parent_or_0 = self->first_or_0;
    }
    keep_spares(self, chain);
    return causality__new_step(c, self->action, chain, self->clock);
}
