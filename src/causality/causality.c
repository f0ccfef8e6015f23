/* What the reader of a trace calls: each call looks up the causes that the rules name and lets the
 * action arrive after them (arrive.c). */
#include "causality/causality_private.h"

const struct causality_rule_row causality_rules[CAUSALITY_RULE_COUNT] = {
#define RULE(id, name, reason) {name, reason},
    CAUSALITY_RULES(RULE)
#undef RULE
};

struct causality *causality_new(void)
{
    return mem_zalloc(sizeof(struct causality));
}

void causality_free(struct causality *self)
{
    if (!self)
        return;
    vec_each (lane, &self->lanes)
        vec_free(&lane->timers);
    clock_store_free(&self->clocks);
    vec_free(&self->steps);
    vec_free(&self->actions);
    vec_free(&self->chains);
    vec_free(&self->spares);
    vec_free(&self->lanes);
    vec_free(&self->processes);
    vec_free(&self->pending);
    vec_free(&self->entries);
    vec_free(&self->delays);
    vec_free(&self->tracks);
    vec_free(&self->queues);
    free(self->track_slots);
    vec_free(&self->promises);
    vec_free(&self->combined);
    vec_free(&self->elements);
    vec_free(&self->lines);
    vec_free(&self->work);
    vec_free(&self->found);
    vec_free(&self->met);
    free(self);
}

void causality_switch_off(struct causality *self, enum causality_rule rule)
{
    if (self->actions.len)
        BUG("a rule is switched off after actions were fed");
    self->off[rule] = true;
}

static uint32_t new_lane(struct causality *self, uint32_t process, bool is_pool)
{
    while (self->processes.len <= process)
        vec_push(&self->processes);
    struct causality__lane *lane = vec_push(&self->lanes);
    lane->process = process;
    lane->is_pool = is_pool;
    lane->immediates = causality__new_queue(self);
    lane->completions = causality__new_queue(self);
    lane->all_timers = causality__new_queue(self);
    return (uint32_t)self->lanes.len - 1;
}

struct causality_thread causality_thread(struct causality *self, uint32_t process)
{
    return (struct causality_thread){new_lane(self, process, false)};
}

static struct causality__action *running(struct causality *self, struct causality_action action)
{
    if (action.id >= self->actions.len)
        BUG("action %u was never fed", action.id);
    struct causality__action *found = &self->actions.at[action.id];
    if (found->over)
        BUG("action %u is over", action.id);
    return found;
}

static uint32_t step_now(struct causality *self, struct causality_action action)
{
    struct causality__action *now = running(self, action);
    now->fresh = false;
    if (now->split) {
        struct causality__step before = self->steps.at[now->last];
        uint32_t chain = self->off[CAUSALITY_PROGRAM_ORDER] ? causality__new_chain(self, now->lane)
                                                            : before.chain;
        now->split = false;
        now->last = causality__new_step(self, action.id, chain, before.clock);
    }
    return now->last;
}

struct causality_step causality_now(struct causality *self, struct causality_action action)
{
    return (struct causality_step){step_now(self, action)};
}

/* An interval is armed again when its callback has returned: what the callback set for the same
 * time comes first. */
static void finish(struct causality *self, uint32_t action)
{
    struct causality__action *done = &self->actions.at[action];
    struct causality__lane *lane = &self->lanes.at[done->lane];
    if (done->over)
        return;
    done->over = true;
    if (!lane->is_pool && lane->repeated_or_0 && !self->off[CAUSALITY_INTERVAL]) {
        struct causality__pending *interval = &self->pending.at[lane->repeated_or_0 - 1];
        interval->entry_or_0 =
            causality__enter_timer(self, done->lane, interval->delay, done->last) + 1;
    }
    lane->repeated_or_0 = 0;
}

/* An action is about to arrive: whatever its thread did before is over. */
static struct causality__arrival arriving(struct causality *self, uint32_t lane,
                                          enum causality_kind kind)
{
    uint32_t id = (uint32_t)self->actions.len;
    struct causality__lane *on = &self->lanes.at[lane];
    struct causality__action *action = vec_push(&self->actions);
    *action = (struct causality__action){
        .lane = lane, .root = id, .member = id, .turn = id, .kind = (uint8_t)kind, .fresh = true};
    struct causality__arrival arrival = {.self = self, .lane = lane, .action = id};
    if (!on->is_pool) {
        bool in_turn = kind == CAUSALITY_TICK || kind == CAUSALITY_JOB;
        if (on->current_or_0)
            finish(self, on->current_or_0 - 1);
        on->current_or_0 = id + 1;
        if (in_turn)
            action->turn = on->turn;
        else
            on->turn = id;
        arrival.closing = in_turn ? CLOSE_ACTION : CLOSE_TURN;
    }
    return arrival;
}

static struct causality_action arrived(struct causality__arrival *arrival)
{
    uint32_t step = causality__settle_down(arrival);
    struct causality__action *action = &arrival->self->actions.at[arrival->action];
    action->first = action->last = step;
    return (struct causality_action){arrival->action};
}

/* An action that runs learns of something from outside: what it does from here on follows that. */
static struct causality__arrival learning(struct causality *self, struct causality_action action)
{
    struct causality__action *now = running(self, action);
    uint32_t last = now->last;
    struct causality__arrival arrival = {.self = self, .lane = now->lane, .action = action.id};
    if (now->kind != CAUSALITY_TASK)
        arrival.closing = now->turn == action.id ? CLOSE_TURN : CLOSE_ACTION;
    arrival.clock = self->steps.at[last].clock;
    arrival.first_or_0 = last + 1;
    return arrival;
}

static void learnt(struct causality__arrival *arrival)
{
    struct causality *self = arrival->self;
    struct causality__action *now = &self->actions.at[arrival->action];
    self->found.len = 0;
    if (now->fresh)
        self->steps.at[now->last].clock = arrival->clock;
    else
        now->last = causality__new_step(self, arrival->action, self->steps.at[now->last].chain,
                                        arrival->clock);
    now->split = false;
}

struct causality_action causality_main(struct causality *self, struct causality_thread thread,
                                       const struct causality_step *started_by)
{
    struct causality__arrival arrival = arriving(self, thread.id, CAUSALITY_MAIN);
    if (started_by && !self->off[CAUSALITY_START])
        causality__after_step(&arrival, started_by->id);
    return arrived(&arrival);
}

static struct causality__pending *new_pending(struct causality *self, struct causality_action by,
                                              enum causality_kind kind)
{
    uint32_t step = step_now(self, by), lane = self->actions.at[by.id].lane;
    if (self->lanes.at[lane].is_pool)
        BUG("a task asks for an event");
    struct causality__pending *pending = vec_push(&self->pending);
    pending->lane = lane;
    pending->by = step;
    pending->kind = (uint8_t)kind;
    return pending;
}

static struct causality_pending newest_pending(const struct causality *self)
{
    return (struct causality_pending){(uint32_t)self->pending.len - 1};
}

struct causality_pending causality_register(struct causality *self, struct causality_action by,
                                            enum causality_kind kind, uint32_t milliseconds)
{
    struct causality__pending *pending = new_pending(self, by, kind);
    if (kind == CAUSALITY_IMMEDIATE) {
        pending->entry_or_0 =
            causality__enter(self, self->lanes.at[pending->lane].immediates, pending->by) + 1;
    } else if (kind == CAUSALITY_TIMER || kind == CAUSALITY_REPEATED) {
        pending->delay = milliseconds ? milliseconds : 1;
        pending->entry_or_0 =
            causality__enter_timer(self, pending->lane, pending->delay, pending->by) + 1;
    } else if (kind != CAUSALITY_TICK && kind != CAUSALITY_IO) {
        BUG("events of kind %d are not registered by causality_register()", (int)kind);
    }
    return newest_pending(self);
}

struct causality_pending causality_then(struct causality *self, struct causality_action by,
                                        struct causality_promise promise)
{
    struct causality__pending *pending = new_pending(self, by, CAUSALITY_JOB);
    pending->promise_or_0 = promise.id + 1;
    return newest_pending(self);
}

struct causality_pending causality_await(struct causality *self, struct causality_action by,
                                         struct causality_promise promise)
{
    struct causality_pending pending = causality_then(self, by, promise);
    self->pending.at[pending.id].awaited = true;
    return pending;
}

void causality_trigger(struct causality *self, struct causality_action by,
                       struct causality_pending pending)
{
    struct causality__pending *of = &self->pending.at[pending.id];
    uint32_t step = step_now(self, by);
    of->trigger_or_0 = step + 1;
    if (of->kind == CAUSALITY_IO)
        of->entry_or_0 = causality__enter(self, self->lanes.at[of->lane].completions, step) + 1;
    if (self->actions.at[by.id].lane != of->lane)
        self->actions.at[by.id].split = true;
}

/* The rule that makes `next` follow `previous` when both are of one turn. */
static enum causality_rule rule_in_turn(uint8_t previous, uint8_t next)
{
    if (previous == next)
        return CAUSALITY_FIFO;
    return previous == CAUSALITY_TICK ? CAUSALITY_NEXT_TICK : CAUSALITY_MICROTASK;
}

struct question {
    struct causality *self;
    uint32_t step;
    bool is_before;
};

static void doubt(void *context, uint32_t chain, uint32_t value)
{
    struct question *question = context;
    bool own = question->self->steps.at[question->step].chain == chain;
    question->is_before &= own && value <= question->step + 1;
}

static bool lies_before(struct causality *self, struct clock clock, uint32_t step)
{
    struct question question = {self, step, true};
    clock_compare(&self->clocks, self->steps.at[step].clock, clock,
                  &(struct clock_news){doubt, &question});
    return question.is_before;
}

/* Ticks and jobs: which group of the turn they belong to, and so which one they follow. */
static void join_turn(struct causality__arrival *arrival, const struct causality__pending *pending)
{
    struct causality *self = arrival->self;
    struct causality__action *action = &self->actions.at[arrival->action];
    uint32_t ready = pending->by;
    bool simple = true;
    if (pending->promise_or_0) {
        const struct causality__promise *promise = &self->promises.at[pending->promise_or_0 - 1];
        if (promise->settled_or_0 > ready)
            ready = promise->settled_or_0 - 1;
        uint32_t other = ready == pending->by ? promise->settled_or_0 - 1 : pending->by;
        if (promise->settled_or_0 && other != ready)
            simple = causality__before(self, other, ready);
        if (promise->combined_or_0) {
            const struct causality__combined *of = &self->combined.at[promise->combined_or_0 - 1];
            simple &= of->simple || (ready == pending->by && lies_before(self, of->clock, ready));
        }
    }
    const struct causality__action *cause = &self->actions.at[self->steps.at[ready].action];
    if (!simple || cause->lane != arrival->lane || cause->turn != action->turn) {
        action->adrift = true;
        return;
    }
    action->root = cause->root;
    struct causality__action *root = &self->actions.at[cause->root];
    const struct causality__action *previous = &self->actions.at[root->member];
    if (root->member != cause->root && !self->off[rule_in_turn(previous->kind, action->kind)])
        causality__after(arrival, previous->first);
    if (!self->off[action->kind == CAUSALITY_TICK ? CAUSALITY_NEXT_TICK : CAUSALITY_MICROTASK])
        root->member = arrival->action;
}

static enum causality_rule rule_of_combinator(enum causality_combinator kind)
{
    static const enum causality_rule rules[] = {
        [CAUSALITY_OF_ALL] = CAUSALITY_ALL,
        [CAUSALITY_OF_ALL_SETTLED] = CAUSALITY_ALL_SETTLED,
        [CAUSALITY_OF_ANY] = CAUSALITY_ANY,
        [CAUSALITY_OF_RACE] = CAUSALITY_RACE,
    };
    return rules[kind];
}

static void after_promise(struct causality__arrival *arrival, uint32_t promise)
{
    struct causality *self = arrival->self;
    const struct causality__promise *of = &self->promises.at[promise];
    if (!of->settled_or_0)
        BUG("promise %u is not settled, but a reaction of it runs", promise);
    if (!of->combined_or_0) {
        if (!self->off[CAUSALITY_RESOLVE])
            causality__after(arrival, of->settled_or_0 - 1);
        return;
    }
    const struct causality__combined *combined = &self->combined.at[of->combined_or_0 - 1];
    if (self->off[rule_of_combinator(combined->kind)])
        return;
    causality__after_clock(arrival, combined->clock);
    if (combined->simple)
        causality__after(arrival, of->settled_or_0 - 1);
}

static void after_line(struct causality__arrival *arrival, uint32_t line)
{
    static const enum causality_rule rules[] = {
        [CAUSALITY_ITERATOR] = CAUSALITY_ITERATION,
        [CAUSALITY_OF_DESCRIPTOR] = CAUSALITY_DESCRIPTOR,
        [CAUSALITY_OF_STREAM] = CAUSALITY_STREAM,
    };
    struct causality__line *of = &arrival->self->lines.at[line];
    if (of->last_or_0 && !arrival->self->off[rules[of->kind]])
        causality__after(arrival, arrival->self->actions.at[of->last_or_0 - 1].first);
    of->last_or_0 = arrival->action + 1;
}

struct causality_action causality_start(struct causality *self, struct causality_pending pending)
{
    struct causality__pending *of = &self->pending.at[pending.id];
    struct causality__arrival arrival = arriving(self, of->lane, of->kind);
    uint32_t entry = of->entry_or_0;
    bool is_timer = of->kind == CAUSALITY_TIMER || of->kind == CAUSALITY_REPEATED;
    uint32_t queue = of->kind == CAUSALITY_IMMEDIATE ? self->lanes.at[of->lane].immediates
                     : is_timer ? causality__timer_queue(self, of->lane, of->delay)
                                : self->lanes.at[of->lane].completions;
    if (is_timer || of->kind == CAUSALITY_IMMEDIATE)
        arrival.queue_or_0 = queue + 1;
    /* The causes that are likely to lie nearest come first: the rest is then a small difference. */
    if (of->kind == CAUSALITY_TICK || of->kind == CAUSALITY_JOB)
        join_turn(&arrival, of);
    if (entry && arrival.queue_or_0 && !self->off[is_timer ? CAUSALITY_TIMEOUT : CAUSALITY_FIFO])
        causality__after_previous(&arrival, queue, entry - 1);
    if (of->previous_or_0 && !self->off[CAUSALITY_INTERVAL])
        causality__after(&arrival, self->actions.at[of->previous_or_0 - 1].first);
    if (of->line_or_0)
        after_line(&arrival, of->line_or_0 - 1);
    if (!self->off[of->awaited ? CAUSALITY_AWAIT : CAUSALITY_REGISTRATION])
        causality__after(&arrival, of->by);
    if (of->promise_or_0)
        after_promise(&arrival, of->promise_or_0 - 1);
    if (of->trigger_or_0 && !self->off[CAUSALITY_COMPLETION])
        causality__after(&arrival, of->trigger_or_0 - 1);
    if (entry) {
        if (!self->off[is_timer ? CAUSALITY_TIMEOUT : CAUSALITY_FIFO])
            causality__after_queue(&arrival, queue, entry - 1, is_timer, of->delay);
        self->entries.at[entry - 1].ran_or_0 = arrival.action + 1;
    }
    struct causality_action action = arrived(&arrival);
    if (of->kind == CAUSALITY_REPEATED) {
        of->previous_or_0 = action.id + 1;
        of->entry_or_0 = 0;
        self->lanes.at[of->lane].repeated_or_0 = pending.id + 1;
    }
    return action;
}

struct causality_action causality_delegate(struct causality *self, struct causality_action by)
{
    uint32_t step = step_now(self, by);
    uint32_t process = self->lanes.at[self->actions.at[by.id].lane].process;
    if (!self->processes.at[process].pool_or_0) {
        uint32_t pool = new_lane(self, process, true);
        self->processes.at[process].pool_or_0 = pool + 1;
    }
    struct causality__arrival arrival =
        arriving(self, self->processes.at[process].pool_or_0 - 1, CAUSALITY_TASK);
    if (!self->off[CAUSALITY_DELEGATION])
        causality__after_step(&arrival, step);
    self->actions.at[by.id].split = true;
    return arrived(&arrival);
}

void causality_end(struct causality *self, struct causality_action action)
{
    running(self, action);
    finish(self, action.id);
}

struct causality_promise causality_promise(struct causality *self)
{
    vec_push(&self->promises);
    return (struct causality_promise){(uint32_t)self->promises.len - 1};
}

struct causality_promise causality_combine(struct causality *self, enum causality_combinator kind,
                                           const struct causality_promise *elements, size_t count)
{
    struct causality_promise promise = causality_promise(self);
    struct causality__combined *combined = vec_push(&self->combined);
    combined->kind = kind;
    combined->elements = self->elements.len;
    combined->count = count;
    for (size_t i = 0; i < count; i++) {
        if (elements[i].id >= promise.id)
            BUG("promise %u was never made", elements[i].id);
        *vec_push(&self->elements) = elements[i].id;
    }
    self->promises.at[promise.id].combined_or_0 = (uint32_t)self->combined.len;
    return promise;
}

ptrdiff_t causality_winner(const struct causality *self, struct causality_promise race)
{
    const struct causality__combined *combined =
        &self->combined.at[self->promises.at[race.id].combined_or_0 - 1];
    if (!combined->count)
        return -1;
    const uint32_t *elements = &self->elements.at[combined->elements];
    size_t earliest = 0;
    for (size_t i = 0; i < combined->count; i++) {
        const struct causality__promise *one = &self->promises.at[elements[i]];
        bool counts = one->settled_or_0 &&
                      (!one->combined_or_0 || self->combined.at[one->combined_or_0 - 1].simple);
        if (!counts)
            return -1;
        if (one->settled_or_0 < self->promises.at[elements[earliest]].settled_or_0)
            earliest = i;
    }
    /* The paper removes whoever follows another; one is left over if the earliest precedes all. */
    uint32_t winner = self->promises.at[elements[earliest]].settled_or_0 - 1;
    for (size_t i = 0; i < combined->count; i++) {
        uint32_t other = self->promises.at[elements[i]].settled_or_0 - 1;
        if (elements[i] != elements[earliest] && other != winner &&
            !causality__before(self, winner, other))
            return -1;
    }
    return (ptrdiff_t)earliest;
}

void causality_decide(struct causality *self, struct causality_promise race, size_t element)
{
    struct causality__combined *combined =
        &self->combined.at[self->promises.at[race.id].combined_or_0 - 1];
    if (element >= combined->count)
        BUG("a race of %zu is decided by number %zu", combined->count, element);
    combined->decided_or_0 = (uint32_t)element + 1;
}

static struct clock with_element(struct causality *self, struct clock clock, uint32_t element,
                                 uint32_t by, bool *simple)
{
    const struct causality__promise *one = &self->promises.at[element];
    if (!one->settled_or_0)
        return clock;
    if (one->combined_or_0) {
        const struct causality__combined *combined = &self->combined.at[one->combined_or_0 - 1];
        clock = clock_join(&self->clocks, clock, combined->clock, NULL);
        if (!combined->simple) {
            *simple = false;
            return clock;
        }
    }
    uint32_t step = one->settled_or_0 - 1;
    struct causality__step from = self->steps.at[step];
    *simple &= step == by || causality__before(self, step, by);
    clock = clock_join(&self->clocks, clock, from.clock, NULL);
    if (clock_read(&self->clocks, clock, from.chain) <= step)
        clock = clock_with(&self->clocks, clock, from.chain, step + 1);
    return clock;
}

void causality_settle(struct causality *self, struct causality_action by,
                      struct causality_promise promise, bool fulfilled)
{
    uint32_t step = step_now(self, by);
    struct causality__promise *of = &self->promises.at[promise.id];
    if (of->settled_or_0)
        return; /* as in JavaScript: the first one counts */
    of->settled_or_0 = step + 1;
    of->fulfilled = fulfilled;
    if (!of->combined_or_0)
        return;
    struct causality__combined *combined = &self->combined.at[of->combined_or_0 - 1];
    bool by_all = combined->kind == CAUSALITY_OF_ALL_SETTLED ||
                  (combined->kind == CAUSALITY_OF_ALL && fulfilled) ||
                  (combined->kind == CAUSALITY_OF_ANY && !fulfilled);
    ptrdiff_t winner = combined->decided_or_0 ? (ptrdiff_t)combined->decided_or_0 - 1
                       : by_all               ? -1
                                              : causality_winner(self, promise);
    combined->simple = by_all || winner >= 0;
    for (size_t i = 0; i < combined->count; i++)
        if (by_all || (ptrdiff_t)i == winner)
            combined->clock =
                with_element(self, combined->clock, self->elements.at[combined->elements + i], step,
                             &combined->simple);
}

struct causality_line causality_line(struct causality *self, enum causality_line_kind kind)
{
    vec_push(&self->lines)->kind = kind;
    return (struct causality_line){(uint32_t)self->lines.len - 1};
}

void causality_in_line(struct causality *self, struct causality_pending pending,
                       struct causality_line line)
{
    self->pending.at[pending.id].line_or_0 = line.id + 1;
}

void causality_emit(struct causality *self, struct causality_action action,
                    struct causality_step added)
{
    struct causality__arrival arrival = learning(self, action);
    if (!self->off[CAUSALITY_LISTENER])
        causality__after(&arrival, added.id);
    learnt(&arrival);
}

struct causality_step causality_send(struct causality *self, struct causality_action by)
{
    struct causality_step step = causality_now(self, by);
    self->actions.at[by.id].split = true;
    return step;
}

void causality_receive(struct causality *self, struct causality_action action,
                       struct causality_step sent)
{
    struct causality__arrival arrival = learning(self, action);
    if (!self->off[CAUSALITY_MESSAGE])
        causality__after(&arrival, sent.id);
    learnt(&arrival);
}

static void after_process(struct causality *self, struct causality_action action, uint32_t process,
                          enum causality_rule rule)
{
    struct causality__arrival arrival = learning(self, action);
    uint32_t chain = process < self->processes.len && !self->off[rule]
                         ? self->processes.at[process].chains_or_0
                         : 0;
    for (; chain; chain = self->chains.at[chain - 1].next_or_0)
        causality__after_step(&arrival, self->chains.at[chain - 1].tail);
    learnt(&arrival);
}

void causality_reap(struct causality *self, struct causality_action action, uint32_t process)
{
    after_process(self, action, process, CAUSALITY_EXIT);
}

void causality_last(struct causality *self, struct causality_action action)
{
    uint32_t lane = running(self, action)->lane;
    after_process(self, action, self->lanes.at[lane].process, CAUSALITY_LAST);
}

bool causality_ordered(const struct causality *self, struct causality_step a,
                       struct causality_step b)
{
    if (a.id >= self->steps.len || b.id >= self->steps.len)
        BUG("steps %u and %u of %zu", a.id, b.id, self->steps.len);
    return causality__before(self, a.id, b.id);
}

bool causality_actions_ordered(const struct causality *self, struct causality_action a,
                               struct causality_action b)
{
    if (a.id >= self->actions.len || b.id >= self->actions.len)
        BUG("actions %u and %u of %zu", a.id, b.id, self->actions.len);
    return causality__before(self, self->actions.at[a.id].last, self->actions.at[b.id].first);
}

uint32_t causality_chain(const struct causality *self, struct causality_step step)
{
    if (step.id >= self->steps.len)
        BUG("step %u of %zu", step.id, self->steps.len);
    return self->steps.at[step.id].chain;
}

struct causality_size causality_size(const struct causality *self)
{
#define BYTES(v) ((v).room * sizeof(v).at[0])
    return (struct causality_size){
        .actions = self->actions.len,
        .steps = self->steps.len,
        .chains = self->chains.len,
        .clock_nodes = self->clocks.nodes.len,
        .bytes = BYTES(self->clocks.nodes) + BYTES(self->steps) + BYTES(self->actions) +
                 BYTES(self->chains) + BYTES(self->spares) + BYTES(self->pending) +
                 BYTES(self->entries) + BYTES(self->delays) + BYTES(self->tracks) +
                 BYTES(self->queues) + BYTES(self->promises) + BYTES(self->combined) +
                 BYTES(self->elements) + BYTES(self->lines) +
                 self->track_slot_count * sizeof self->track_slots[0] + sizeof *self,
    };
#undef BYTES
}
