/* causality: each rule by a scene that has an order because of it and a pair that must stay
 * unordered; and what chains and clocks say about random programs, against a plain closure. */
#include "test.h"

#include "base/random.h"
#include "base/vec.h"
#include "causality/causality.h"

typedef struct causality_action action;
typedef struct causality_pending pending;
typedef struct causality_promise promise;
typedef struct causality_step step;

/* ---- One scene a rule ---- */

enum { WIRES = 8 };

struct stage {
    struct causality *c;
    action main;          /* has asked for all wires, and still runs */
    pending wires[WIRES]; /* unrelated descriptors */
    size_t used;
    step before, after; /* ordered by the rule */
    step one, other;    /* by none */
};

static step now(struct stage *s, action of)
{
    return causality_now(s->c, of);
}

static action wire(struct stage *s)
{
    return causality_start(s->c, s->wires[s->used++]);
}

static pending later(struct stage *s, action by, enum causality_kind kind, uint32_t milliseconds)
{
    return causality_register(s->c, by, kind, milliseconds);
}

static void ordered(struct stage *s, step before, step after)
{
    s->before = before;
    s->after = after;
}

static void unordered(struct stage *s, step one, step other)
{
    s->one = one;
    s->other = other;
}

static pending job(struct stage *s, action by)
{
    promise settled = causality_promise(s->c);
    causality_settle(s->c, by, settled, true);
    return causality_then(s->c, by, settled);
}

static void transitivity(struct stage *s)
{
    step first = now(s, s->main);
    action a = wire(s);
    step in_a = now(s, a);
    pending timer = later(s, a, CAUSALITY_TIMER, 5);
    action b = wire(s);
    step in_b = now(s, b);
    ordered(s, first, now(s, causality_start(s->c, timer)));
    unordered(s, in_a, in_b);
}

static void program_order(struct stage *s)
{
    step first = now(s, s->main);
    action task = causality_delegate(s->c, s->main);
    ordered(s, first, now(s, s->main));
    unordered(s, now(s, s->main), now(s, task));
}

static void atomicity(struct stage *s)
{
    action task = causality_delegate(s->c, s->main);
    step rest = now(s, s->main), in_task = now(s, task);
    causality_trigger(s->c, task, s->wires[0]);
    causality_end(s->c, task);
    ordered(s, rest, now(s, wire(s)));
    unordered(s, rest, in_task);
}

static void registration(struct stage *s)
{
    step in_main = now(s, s->main);
    step a = now(s, wire(s));
    ordered(s, in_main, a);
    unordered(s, a, now(s, wire(s)));
}

static void interval(struct stage *s)
{
    pending repeated = later(s, s->main, CAUSALITY_REPEATED, 10);
    step first = now(s, causality_start(s->c, repeated));
    step other = now(s, wire(s));
    ordered(s, first, now(s, causality_start(s->c, repeated)));
    unordered(s, first, other);
}

static void interval_is_armed_after_its_callback(struct stage *s)
{
    pending repeated = later(s, s->main, CAUSALITY_REPEATED, 10);
    action first = causality_start(s->c, repeated);
    pending same = later(s, first, CAUSALITY_TIMER, 10);
    pending longer = later(s, first, CAUSALITY_TIMER, 11);
    step in_same = now(s, causality_start(s->c, same));
    step again = now(s, causality_start(s->c, repeated));
    ordered(s, in_same, again);
    action in_longer = causality_start(s->c, longer);
    unordered(s, again, now(s, in_longer));
}

static void promise_resolve(struct stage *s)
{
    promise p = causality_promise(s->c);
    pending reaction = causality_then(s->c, s->main, p);
    step other = now(s, wire(s));
    action settling = wire(s);
    causality_settle(s->c, settling, p, true);
    step in_settling = now(s, settling);
    step in_reaction = now(s, causality_start(s->c, reaction));
    ordered(s, in_settling, in_reaction);
    unordered(s, other, in_reaction);
}

/* Two elements, settled by two wires; the combined promise is settled with the second one. */
static void combined(struct stage *s, enum causality_combinator kind, bool fulfilled)
{
    promise both[] = {causality_promise(s->c), causality_promise(s->c)};
    promise result = causality_combine(s->c, kind, both, 2);
    pending reaction = causality_then(s->c, s->main, result);
    action a = wire(s);
    causality_settle(s->c, a, both[0], fulfilled);
    step in_a = now(s, a);
    action b = wire(s);
    causality_settle(s->c, b, both[1], fulfilled);
    causality_settle(s->c, b, result, fulfilled);
    step in_b = now(s, b);
    ordered(s, in_a, now(s, causality_start(s->c, reaction)));
    unordered(s, in_a, in_b);
}

static void promise_all(struct stage *s)
{
    combined(s, CAUSALITY_OF_ALL, true);
}

static void promise_all_settled(struct stage *s)
{
    combined(s, CAUSALITY_OF_ALL_SETTLED, true);
}

static void promise_any(struct stage *s)
{
    combined(s, CAUSALITY_OF_ANY, false);
}

/* The second element is settled by a timer of the first one's event. Returns what would be decided
 * if the trace were fed again. */
static ptrdiff_t race(struct stage *s, enum causality_combinator kind, bool is_decided)
{
    promise both[] = {causality_promise(s->c), causality_promise(s->c)};
    promise result = causality_combine(s->c, kind, both, 2);
    if (is_decided)
        causality_decide(s->c, result, 0);
    promise open[] = {causality_promise(s->c), causality_promise(s->c)};
    promise undecided = causality_combine(s->c, kind, open, 2);
    pending reaction = causality_then(s->c, s->main, result);
    pending other = causality_then(s->c, s->main, undecided);
    action a = wire(s);
    causality_settle(s->c, a, both[0], true);
    causality_settle(s->c, a, result, true);
    causality_settle(s->c, a, open[0], true);
    causality_settle(s->c, a, undecided, true);
    pending timer = later(s, a, CAUSALITY_TIMER, 5);
    step in_a = now(s, a);
    ordered(s, in_a, now(s, causality_start(s->c, reaction)));
    unordered(s, in_a, now(s, causality_start(s->c, other)));
    causality_settle(s->c, wire(s), open[1], true);
    causality_settle(s->c, causality_start(s->c, timer), both[1], true);
    assert_int_equal(causality_winner(s->c, undecided), -1);
    return causality_winner(s->c, result);
}

static void promise_race(struct stage *s)
{
    race(s, CAUSALITY_OF_RACE, true);
}

static void promise_any_fulfilled(struct stage *s)
{
    race(s, CAUSALITY_OF_ANY, true);
}

static void delegation(struct stage *s)
{
    step first = now(s, s->main);
    action task = causality_delegate(s->c, s->main);
    ordered(s, first, now(s, task));
    unordered(s, now(s, task), now(s, s->main));
}

static void completion(struct stage *s)
{
    action a = causality_delegate(s->c, s->main), b = causality_delegate(s->c, s->main);
    step in_a = now(s, a), in_b = now(s, b);
    causality_trigger(s->c, a, s->wires[0]);
    causality_end(s->c, a);
    step done = now(s, wire(s));
    ordered(s, in_a, done);
    unordered(s, in_b, done);
}

static void fifo_immediates(struct stage *s)
{
    pending a = later(s, s->main, CAUSALITY_IMMEDIATE, 0);
    pending b = later(s, s->main, CAUSALITY_IMMEDIATE, 0);
    step in_a = now(s, causality_start(s->c, a));
    ordered(s, in_a, now(s, causality_start(s->c, b)));
    pending c = later(s, wire(s), CAUSALITY_IMMEDIATE, 0);
    pending d = later(s, wire(s), CAUSALITY_IMMEDIATE, 0);
    step in_c = now(s, causality_start(s->c, c));
    unordered(s, in_c, now(s, causality_start(s->c, d)));
}

static void fifo_across_a_cancelled_one(struct stage *s)
{
    pending a = later(s, s->main, CAUSALITY_IMMEDIATE, 0);
    later(s, s->main, CAUSALITY_IMMEDIATE, 0);
    later(s, s->main, CAUSALITY_IMMEDIATE, 0);
    pending b = later(s, s->main, CAUSALITY_IMMEDIATE, 0);
    step in_a = now(s, causality_start(s->c, a));
    step in_wire = now(s, wire(s));
    step in_b = now(s, causality_start(s->c, b));
    ordered(s, in_a, in_b);
    unordered(s, in_wire, in_b);
}

static void fifo_ticks(struct stage *s)
{
    action a = wire(s);
    pending one = later(s, a, CAUSALITY_TICK, 0), two = later(s, a, CAUSALITY_TICK, 0);
    step in_one = now(s, causality_start(s->c, one));
    step in_two = now(s, causality_start(s->c, two));
    ordered(s, in_one, in_two);
    unordered(s, in_two, now(s, wire(s)));
}

static void fifo_jobs(struct stage *s)
{
    action a = wire(s);
    pending one = job(s, a), two = job(s, a);
    step in_one = now(s, causality_start(s->c, one));
    step in_two = now(s, causality_start(s->c, two));
    ordered(s, in_one, in_two);
    unordered(s, in_two, now(s, wire(s)));
}

/* Event a triggers two completions; event b, which knows nothing of it, a third. */
static void fifo_completions(struct stage *s)
{
    action a = wire(s);
    causality_trigger(s->c, a, s->wires[3]);
    causality_trigger(s->c, a, s->wires[4]);
    action b = wire(s);
    causality_trigger(s->c, b, s->wires[5]);
    s->used = 3;
    step first = now(s, wire(s));
    step second = now(s, wire(s));
    ordered(s, first, second);
    unordered(s, second, now(s, wire(s)));
}

static void timeout(struct stage *s)
{
    pending five = later(s, s->main, CAUSALITY_TIMER, 5);
    pending ten = later(s, s->main, CAUSALITY_TIMER, 10);
    pending seven = later(s, s->main, CAUSALITY_TIMER, 7);
    step in_five = now(s, causality_start(s->c, five));
    step in_seven = now(s, causality_start(s->c, seven));
    step in_ten = now(s, causality_start(s->c, ten));
    ordered(s, in_five, in_ten);
    unordered(s, in_seven, in_ten);
}

static void next_tick_before_events(struct stage *s)
{
    action a = wire(s);
    pending immediate = later(s, a, CAUSALITY_IMMEDIATE, 0);
    step in_tick = now(s, causality_start(s->c, later(s, a, CAUSALITY_TICK, 0)));
    step in_wire = now(s, wire(s));
    ordered(s, in_tick, now(s, causality_start(s->c, immediate)));
    unordered(s, in_tick, in_wire);
}

static void next_tick_before_jobs(struct stage *s)
{
    action a = wire(s);
    pending reaction = job(s, a);
    step in_tick = now(s, causality_start(s->c, later(s, a, CAUSALITY_TICK, 0)));
    step in_job = now(s, causality_start(s->c, reaction));
    ordered(s, in_tick, in_job);
    unordered(s, in_job, now(s, wire(s)));
}

static void microtask_before_events(struct stage *s)
{
    action a = wire(s);
    pending immediate = later(s, a, CAUSALITY_IMMEDIATE, 0);
    step in_job = now(s, causality_start(s->c, job(s, a)));
    step in_wire = now(s, wire(s));
    ordered(s, in_job, now(s, causality_start(s->c, immediate)));
    unordered(s, in_job, in_wire);
}

/* A job sets a tick and asks for another job: jobs are drained first. */
static void microtask_before_ticks(struct stage *s)
{
    action in_first = causality_start(s->c, job(s, wire(s)));
    pending tick = later(s, in_first, CAUSALITY_TICK, 0);
    step in_second = now(s, causality_start(s->c, job(s, in_first)));
    step in_tick = now(s, causality_start(s->c, tick));
    ordered(s, in_second, in_tick);
    unordered(s, in_tick, now(s, wire(s)));
}

/* The function waits in one event, its promise is settled by another that knows nothing of it. */
static void await(struct stage *s)
{
    promise p = causality_promise(s->c);
    action a = wire(s);
    pending continuation = causality_await(s->c, a, p);
    step in_a = now(s, a);
    action b = wire(s);
    causality_settle(s->c, b, p, true);
    step in_b = now(s, b);
    ordered(s, in_a, now(s, causality_start(s->c, continuation)));
    unordered(s, in_a, in_b);
}

static void async_iteration(struct stage *s)
{
    struct causality_line line = causality_line(s->c, CAUSALITY_ITERATOR);
    promise p = causality_promise(s->c), q = causality_promise(s->c);
    action a = wire(s);
    step in_a = now(s, a);
    pending first = causality_await(s->c, a, p);
    action b = wire(s);
    step in_b = now(s, b);
    pending second = causality_await(s->c, b, q);
    causality_in_line(s->c, first, line);
    causality_in_line(s->c, second, line);
    causality_settle(s->c, wire(s), p, true);
    step in_first = now(s, causality_start(s->c, first));
    causality_settle(s->c, wire(s), q, true);
    ordered(s, in_first, now(s, causality_start(s->c, second)));
    unordered(s, in_a, in_b);
}

static void in_line(struct stage *s, enum causality_line_kind kind)
{
    struct causality_line line = causality_line(s->c, kind);
    causality_in_line(s->c, s->wires[0], line);
    causality_in_line(s->c, s->wires[2], line);
    step in_first = now(s, wire(s));
    step in_other = now(s, wire(s));
    step in_second = now(s, wire(s));
    ordered(s, in_first, in_second);
    unordered(s, in_other, in_second);
}

static void descriptor(struct stage *s)
{
    in_line(s, CAUSALITY_OF_DESCRIPTOR);
}

static void stream(struct stage *s)
{
    in_line(s, CAUSALITY_OF_STREAM);
}

static void listener(struct stage *s)
{
    step added = now(s, wire(s));
    action b = wire(s);
    step before = now(s, b);
    causality_emit(s->c, b, added);
    ordered(s, added, now(s, b));
    unordered(s, added, before);
}

static void message(struct stage *s)
{
    action worker = causality_main(s->c, causality_thread(s->c, 0), NULL);
    step sent = causality_send(s->c, s->main);
    step rest = now(s, s->main);
    causality_receive(s->c, worker, sent);
    ordered(s, sent, now(s, worker));
    unordered(s, rest, now(s, worker));
}

/* What comes back from a worker is after all of the event that asked, and after its ticks. */
static void message_closes_turns(struct stage *s)
{
    action asking = wire(s);
    pending tick = later(s, asking, CAUSALITY_TICK, 0);
    step sent = causality_send(s->c, asking);
    action worker = causality_main(s->c, causality_thread(s->c, 0), NULL);
    causality_receive(s->c, worker, sent);
    step answer = causality_send(s->c, worker);
    step in_tick = now(s, causality_start(s->c, tick));
    action answered = wire(s);
    causality_receive(s->c, answered, answer);
    ordered(s, in_tick, now(s, answered));
    unordered(s, in_tick, answer);
}

static void process_start(struct stage *s)
{
    step spawned = causality_send(s->c, s->main);
    step rest = now(s, s->main);
    step child = now(s, causality_main(s->c, causality_thread(s->c, 1), &spawned));
    ordered(s, spawned, child);
    unordered(s, rest, child);
}

static void process_exit(struct stage *s)
{
    step spawned = causality_send(s->c, s->main);
    step rest = now(s, s->main);
    action child = causality_main(s->c, causality_thread(s->c, 1), &spawned);
    pending timer = later(s, child, CAUSALITY_TIMER, 1);
    step in_task = now(s, causality_delegate(s->c, child));
    causality_start(s->c, timer);
    action seen = wire(s);
    causality_reap(s->c, seen, 1);
    ordered(s, in_task, now(s, seen));
    unordered(s, rest, in_task);
}

static void last_event(struct stage *s)
{
    step a = now(s, wire(s)), b = now(s, wire(s));
    action last = wire(s);
    causality_last(s->c, last);
    ordered(s, a, now(s, last));
    unordered(s, a, b);
}

static const struct {
    enum causality_rule rule;
    void (*play)(struct stage *);
} scenes[] = {
    {CAUSALITY_TRANSITIVITY, transitivity},
    {CAUSALITY_PROGRAM_ORDER, program_order},
    {CAUSALITY_ATOMICITY, atomicity},
    {CAUSALITY_REGISTRATION, registration},
    {CAUSALITY_INTERVAL, interval},
    {CAUSALITY_INTERVAL, interval_is_armed_after_its_callback},
    {CAUSALITY_RESOLVE, promise_resolve},
    {CAUSALITY_ALL, promise_all},
    {CAUSALITY_RACE, promise_race},
    {CAUSALITY_DELEGATION, delegation},
    {CAUSALITY_COMPLETION, completion},
    {CAUSALITY_FIFO, fifo_immediates},
    {CAUSALITY_FIFO, fifo_across_a_cancelled_one},
    {CAUSALITY_FIFO, fifo_ticks},
    {CAUSALITY_FIFO, fifo_jobs},
    {CAUSALITY_FIFO, fifo_completions},
    {CAUSALITY_TIMEOUT, timeout},
    {CAUSALITY_NEXT_TICK, next_tick_before_events},
    {CAUSALITY_NEXT_TICK, next_tick_before_jobs},
    {CAUSALITY_MICROTASK, microtask_before_events},
    {CAUSALITY_MICROTASK, microtask_before_ticks},
    {CAUSALITY_AWAIT, await},
    {CAUSALITY_ITERATION, async_iteration},
    {CAUSALITY_DESCRIPTOR, descriptor},
    {CAUSALITY_STREAM, stream},
    {CAUSALITY_LISTENER, listener},
    {CAUSALITY_MESSAGE, message},
    {CAUSALITY_MESSAGE, message_closes_turns},
    {CAUSALITY_START, process_start},
    {CAUSALITY_EXIT, process_exit},
    {CAUSALITY_LAST, last_event},
    {CAUSALITY_ANY, promise_any},
    {CAUSALITY_ANY, promise_any_fulfilled},
    {CAUSALITY_ALL_SETTLED, promise_all_settled},
};

static void set_stage(struct stage *stage)
{
    stage->c = causality_new();
    stage->used = 0;
}

static void begin(struct stage *stage)
{
    stage->main = causality_main(stage->c, causality_thread(stage->c, 0), NULL);
    for (size_t i = 0; i < WIRES; i++)
        stage->wires[i] = later(stage, stage->main, CAUSALITY_IO, 0);
}

static void each_rule_orders_what_nothing_else_does(void **state)
{
    (void)state;
    bool seen[CAUSALITY_RULE_COUNT] = {false};
    for (size_t i = 0; i < COUNT_OF(scenes); i++) {
        const char *name = causality_rules[scenes[i].rule].name;
        struct stage on, off;
        set_stage(&on);
        begin(&on);
        scenes[i].play(&on);
        if (!causality_ordered(on.c, on.before, on.after))
            fail_msg("scene %zu: %s orders nothing", i, name);
        if (causality_ordered(on.c, on.one, on.other) || causality_ordered(on.c, on.other, on.one))
            fail_msg("scene %zu: %s: what must stay unordered is ordered", i, name);
        if (causality_ordered(on.c, on.after, on.before))
            fail_msg("scene %zu: %s: both orders", i, name);
        causality_free(on.c);

        set_stage(&off);
        causality_switch_off(off.c, scenes[i].rule);
        begin(&off);
        scenes[i].play(&off);
        if (causality_ordered(off.c, off.before, off.after))
            fail_msg("scene %zu: the order is there without %s", i, name);
        causality_free(off.c);
        seen[scenes[i].rule] = true;
    }
    for (size_t i = 0; i < CAUSALITY_RULE_COUNT; i++)
        if (!seen[i])
            fail_msg("%s has no scene", causality_rules[i].name);
}

static void a_race_is_decided_by_a_second_pass(void **state)
{
    (void)state;
    struct stage first, second;
    set_stage(&first);
    begin(&first);
    assert_int_equal(race(&first, CAUSALITY_OF_RACE, false), 0);
    assert_false(causality_ordered(first.c, first.before, first.after));
    causality_free(first.c);
    set_stage(&second);
    begin(&second);
    assert_int_equal(race(&second, CAUSALITY_OF_RACE, true), 0);
    assert_true(causality_ordered(second.c, second.before, second.after));
    causality_free(second.c);
}

/* ---- Random programs against a plain closure ----
 *
 * A small event loop makes up a run that Node could have made and feeds it. Beside that it notes
 * operations and their direct causes; the closure is then computed the slow way, rule by rule and
 * pair by pair, until nothing is new. */

enum { MOST_OPS = 400, LOOPS = 2, WORDS = (MOST_OPS + 63) / 64 };

struct model_action {
    action id;
    int lane, kind, turn, first, last;  /* operations; lane -1: a task */
    int asked, settled, trigger, delay; /* operations, -1 for none */
    int settled_too;                    /* of Promise.all: its other element */
};

struct model_promise {
    promise id;
    int settled, all_of[2], other; /* all_of: elements, -1 where it is a plain one */
};

struct model_pending {
    pending id;
    int kind, asked, delay, due, promise, trigger, message, line;
    step sent;
    bool is_done, is_ready;
    int ready_at;
};

struct model_loop {
    struct causality_thread thread;
    int current, turn, time, line_last;
    struct causality_line line;
    VEC(int) ticks, jobs;
};

struct model {
    struct causality *c;
    struct random random;
    struct model_loop loops[LOOPS];
    VEC(struct model_action) actions;
    VEC(struct model_promise) promises;
    VEC(struct model_pending) pending[LOOPS];
    int op_action[MOST_OPS];
    step op_step[MOST_OPS];
    bool op_marked[MOST_OPS];
    int ops;
    uint64_t before[MOST_OPS][WORDS]; /* before[b] has a: a happens before b */
};

static bool has(const struct model *m, int a, int b)
{
    return m->before[b][a / 64] >> (a % 64) & 1;
}

static void put(struct model *m, int a, int b)
{
    m->before[b][a / 64] |= (uint64_t)1 << (a % 64);
}

/* An operation of an action, after its last one. */
static int operate(struct model *m, int of)
{
    struct model_action *by = &m->actions.at[of];
    int op = m->ops++;
    m->op_action[op] = of;
    if (by->last >= 0)
        put(m, by->last, op);
    else
        by->first = op;
    by->last = op;
    return op;
}

static int mark(struct model *m, int of)
{
    int op = operate(m, of);
    m->op_step[op] = causality_now(m->c, m->actions.at[of].id);
    m->op_marked[op] = true;
    return op;
}

static int new_model_action(struct model *m, action id, int lane, int kind)
{
    struct model_action *made = vec_push(&m->actions);
    *made = (struct model_action){.id = id,
                                  .lane = lane,
                                  .kind = kind,
                                  .first = -1,
                                  .last = -1,
                                  .asked = -1,
                                  .settled = -1,
                                  .trigger = -1,
                                  .settled_too = -1};
    int index = (int)m->actions.len - 1;
    bool in_turn = kind == CAUSALITY_TICK || kind == CAUSALITY_JOB;
    if (lane >= 0) {
        made->turn = in_turn ? m->loops[lane].turn : index;
        m->loops[lane].turn = made->turn;
        m->loops[lane].current = index;
    }
    operate(m, index);
    return index;
}

static int new_model_pending(struct model *m, int lane, int kind, int asked, pending id)
{
    struct model_pending *made = vec_push(&m->pending[lane]);
    *made = (struct model_pending){.id = id,
                                   .kind = kind,
                                   .asked = asked,
                                   .promise = -1,
                                   .trigger = -1,
                                   .message = -1,
                                   .line = -1,
                                   .is_ready = true};
    made->ready_at = asked;
    return (int)m->pending[lane].len - 1;
}

static void settle(struct model *m, int by, int which)
{
    int lane = m->actions.at[by].lane;
    if (m->promises.at[which].settled >= 0)
        return;
    m->promises.at[which].settled = operate(m, by);
    causality_settle(m->c, m->actions.at[by].id, m->promises.at[which].id, true);
    for (size_t i = 0; i < m->pending[lane].len; i++)
        if (m->pending[lane].at[i].promise == which)
            *vec_push(&m->loops[lane].jobs) = (int)i;
    for (size_t i = 0; i < m->promises.len; i++) {
        int *of = m->promises.at[i].all_of;
        if (of[0] >= 0 && m->promises.at[of[0]].settled >= 0 && m->promises.at[of[1]].settled >= 0)
            settle(m, by, (int)i);
    }
}

static void act(struct model *m, int by)
{
    int lane = m->actions.at[by].lane;
    struct causality *c = m->c;
    action id = m->actions.at[by].id;
    struct model_loop *loop = &m->loops[lane];
    /* Promises of a loop have the numbers that leave its number as the remainder. */
    size_t promises = m->promises.len;
    int which = (int)(random_below(&m->random, promises / LOOPS) * LOOPS) + lane;
    switch (random_below(&m->random, 11)) {
    case 0: {
        int op = operate(m, by);
        *vec_push(&loop->ticks) = new_model_pending(m, lane, CAUSALITY_TICK, op,
                                                    causality_register(c, id, CAUSALITY_TICK, 0));
        break;
    }
    case 1: {
        int op = operate(m, by);
        new_model_pending(m, lane, CAUSALITY_IMMEDIATE, op,
                          causality_register(c, id, CAUSALITY_IMMEDIATE, 0));
        break;
    }
    case 2: {
        int delay = 1 + (int)random_below(&m->random, 4), op = operate(m, by);
        int made = new_model_pending(m, lane, CAUSALITY_TIMER, op,
                                     causality_register(c, id, CAUSALITY_TIMER, (uint32_t)delay));
        m->pending[lane].at[made].delay = delay;
        m->pending[lane].at[made].due = loop->time + delay;
        break;
    }
    case 3: {
        int op = operate(m, by);
        int made = new_model_pending(m, lane, CAUSALITY_IO, op,
                                     causality_register(c, id, CAUSALITY_IO, 0));
        if (random_percent(&m->random, 30)) {
            causality_in_line(c, m->pending[lane].at[made].id, loop->line);
            m->pending[lane].at[made].line = 0;
        }
        break;
    }
    case 4: { /* a task, done at once: that nothing waits for it is up to its completion */
        int asked = operate(m, by);
        int made = new_model_pending(m, lane, CAUSALITY_IO, asked,
                                     causality_register(c, id, CAUSALITY_IO, 0));
        int delegate = operate(m, by);
        int task = new_model_action(m, causality_delegate(c, id), -1, CAUSALITY_TASK);
        put(m, delegate, m->actions.at[task].first);
        mark(m, task);
        m->pending[lane].at[made].trigger = operate(m, task);
        causality_trigger(c, m->actions.at[task].id, m->pending[lane].at[made].id);
        causality_end(c, m->actions.at[task].id);
        break;
    }
    case 5:
    case 6: {
        int op = operate(m, by);
        int made = new_model_pending(m, lane, CAUSALITY_JOB, op,
                                     causality_then(c, id, m->promises.at[which].id));
        m->pending[lane].at[made].promise = which;
        if (m->promises.at[which].settled >= 0)
            *vec_push(&loop->jobs) = made;
        break;
    }
    case 7:
        if (m->promises.at[which].all_of[0] < 0)
            settle(m, by, which);
        break;
    case 8: { /* to a descriptor of the other loop */
        int sent = operate(m, by), to = !lane;
        step at = causality_send(c, id);
        for (size_t i = 0; i < m->pending[to].len; i++) {
            struct model_pending *one = &m->pending[to].at[i];
            if (one->kind == CAUSALITY_IO && !one->is_done && one->trigger < 0 &&
                one->message < 0) {
                one->message = sent;
                one->sent = at;
                break;
            }
        }
        break;
    }
    default:
        mark(m, by);
    }
}

/* Runs what the loop has to run next; false where it has nothing. */
static bool turn_loop(struct model *m, int lane)
{
    struct model_loop *loop = &m->loops[lane];
    int chosen = -1;
    bool in_jobs = loop->current >= 0 && m->actions.at[loop->current].kind == CAUSALITY_JOB;
    if (loop->ticks.len && !(in_jobs && loop->jobs.len)) {
        chosen = loop->ticks.at[0];
        vec_remove(&loop->ticks, 0);
    } else if (loop->jobs.len) {
        chosen = loop->jobs.at[0];
        vec_remove(&loop->jobs, 0);
    } else {
        int candidates[4] = {-1, -1, -1, -1}; /* timer, immediate, completion, descriptor */
        int descriptors = 0, in_line = -1, trigger = 0;
        for (int i = 0; i < (int)m->pending[lane].len; i++) {
            struct model_pending *one = &m->pending[lane].at[i];
            if (one->is_done)
                continue;
            if (one->kind == CAUSALITY_TIMER &&
                (candidates[0] < 0 || one->due < m->pending[lane].at[candidates[0]].due))
                candidates[0] = i;
            if (one->kind == CAUSALITY_IMMEDIATE && candidates[1] < 0)
                candidates[1] = i;
            if (one->kind == CAUSALITY_IO && one->trigger >= 0 &&
                (candidates[2] < 0 || one->trigger < trigger)) {
                candidates[2] = i;
                trigger = one->trigger;
            }
            if (one->kind == CAUSALITY_IO && one->trigger < 0 &&
                !(one->line == 0 && in_line >= 0)) {
                if (one->line == 0)
                    in_line = i;
                if (random_below(&m->random, (uint64_t)++descriptors) == 0)
                    candidates[3] = i;
            }
        }
        for (int tries = 0; tries < 8 && chosen < 0; tries++)
            chosen = candidates[random_below(&m->random, 4)];
        if (chosen < 0)
            return false;
        if (chosen == candidates[0] && m->pending[lane].at[chosen].due > loop->time)
            loop->time = m->pending[lane].at[chosen].due;
        loop->time += (int)random_below(&m->random, 2);
    }
    struct model_pending *one = &m->pending[lane].at[chosen];
    one->is_done = true;
    int made = new_model_action(m, causality_start(m->c, one->id), lane, one->kind);
    struct model_action *action_made = &m->actions.at[made];
    int first = action_made->first;
    action_made->asked = one->asked;
    action_made->trigger = one->trigger;
    action_made->delay = one->delay;
    put(m, one->asked, first);
    if (one->trigger >= 0)
        put(m, one->trigger, first);
    if (one->message >= 0) {
        causality_receive(m->c, action_made->id, one->sent);
        put(m, one->message, first);
    }
    if (one->line == 0) {
        if (loop->line_last >= 0)
            put(m, m->actions.at[loop->line_last].last, first);
        loop->line_last = made;
    }
    if (one->promise >= 0) {
        const struct model_promise *of = &m->promises.at[one->promise];
        action_made->settled = of->settled;
        if (of->all_of[0] >= 0) {
            int a = m->promises.at[of->all_of[0]].settled,
                b = m->promises.at[of->all_of[1]].settled;
            action_made->settled_too = a < b ? a : b;
            put(m, a, first);
            put(m, b, first);
        } else {
            put(m, of->settled, first);
        }
    }
    mark(m, made);
    for (uint64_t todo = random_below(&m->random, 5); todo > 0 && m->ops < MOST_OPS - 40; todo--)
        act(m, made);
    mark(m, made);
    return true;
}

/* Where the tick or job became ready; -1 if that depends on the schedule. */
static int ready_of(const struct model *m, const struct model_action *of)
{
    int ready = of->asked > of->settled ? of->asked : of->settled;
    int others[] = {of->asked, of->settled, of->settled_too};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (others[i] >= 0 && others[i] != ready && !has(m, others[i], ready))
            return -1;
    return ready;
}

static int root_of(const struct model *m, int of)
{
    for (;;) {
        const struct model_action *one = &m->actions.at[of];
        if (one->kind != CAUSALITY_TICK && one->kind != CAUSALITY_JOB)
            return of;
        int ready = ready_of(m, one);
        if (ready < 0 || m->actions.at[m->op_action[ready]].turn != one->turn)
            return of;
        of = m->op_action[ready];
    }
}

static bool derive(struct model *m, int a, int b)
{
    if (has(m, a, b))
        return false;
    put(m, a, b);
    return true;
}

/* The rules that depend on what is ordered already, each pair once. Whether something was new. */
static bool apply_rules(struct model *m)
{
    bool is_new = false;
    for (int b = 0; b < m->ops; b++) /* atomicity */
        for (int a = 0; a < b; a++) {
            const struct model_action *from = &m->actions.at[m->op_action[a]];
            if (has(m, a, b) && m->op_action[a] != m->op_action[b] && from->lane >= 0 &&
                from->lane == m->actions.at[m->op_action[b]].lane)
                is_new |= derive(m, from->last, b);
        }
    for (int j = 0; j < (int)m->actions.len; j++)
        for (int i = 0; i < j; i++) {
            const struct model_action *a = &m->actions.at[i], *b = &m->actions.at[j];
            bool a_in_turn = a->kind == CAUSALITY_TICK || a->kind == CAUSALITY_JOB;
            bool b_in_turn = b->kind == CAUSALITY_TICK || b->kind == CAUSALITY_JOB;
            if (a->lane < 0 || a->lane != b->lane)
                continue;
            bool same = a->kind == b->kind;
            bool follows = same && a->asked >= 0 && b->asked >= 0 && has(m, a->asked, b->asked) &&
                           (a->kind == CAUSALITY_IMMEDIATE ||
                            (a->kind == CAUSALITY_TIMER && a->delay <= b->delay));
            follows |= same && a->trigger >= 0 && b->trigger >= 0 && has(m, a->trigger, b->trigger);
            int ready = a_in_turn ? ready_of(m, a) : -1;
            follows |= ready >= 0 && !b_in_turn && has(m, ready, b->first);
            follows |= a_in_turn && b_in_turn && root_of(m, i) == root_of(m, j);
            if (follows)
                is_new |= derive(m, a->last, b->first);
        }
    return is_new;
}

static void close_under_transitivity(struct model *m)
{
    /* Causes have smaller numbers: one pass is enough. */
    for (int b = 0; b < m->ops; b++)
        for (int a = b - 1; a >= 0; a--)
            if (has(m, a, b))
                for (int w = 0; w < WORDS; w++)
                    m->before[b][w] |= m->before[a][w];
}

static size_t ordered_pairs, unordered_pairs;

static void compare_with_closure(struct model *m, uint64_t seed)
{
    do {
        close_under_transitivity(m);
    } while (apply_rules(m));
    for (int b = 0; b < m->ops; b++)
        for (int a = 0; a < m->ops; a++) {
            if (!m->op_marked[a] || !m->op_marked[b] || m->op_action[a] == m->op_action[b])
                continue;
            bool expected = has(m, a, b);
            *(expected ? &ordered_pairs : &unordered_pairs) += 1;
            if (causality_ordered(m->c, m->op_step[a], m->op_step[b]) != expected)
                fail_msg("seed %llu: operation %d of action %d (kind %d, loop %d) and %d of %d "
                         "(kind %d, loop %d): the closure says %s",
                         (unsigned long long)seed, a, m->op_action[a],
                         m->actions.at[m->op_action[a]].kind, m->actions.at[m->op_action[a]].lane,
                         b, m->op_action[b], m->actions.at[m->op_action[b]].kind,
                         m->actions.at[m->op_action[b]].lane, expected ? "ordered" : "unordered");
        }
}

static void chains_and_clocks_say_what_the_closure_says(void **state)
{
    (void)state;
    struct model *m = mem_alloc(sizeof *m);
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        memset(m, 0, sizeof *m);
        m->c = causality_new();
        m->random.state = seed;
        for (int i = 0; i < LOOPS; i++)
            m->loops[i] = (struct model_loop){.thread = causality_thread(m->c, 0),
                                              .current = -1,
                                              .line_last = -1,
                                              .line = causality_line(m->c, CAUSALITY_OF_STREAM)};
        for (int i = 0; i < 4 * LOOPS; i++) {
            struct model_promise made = {.settled = -1, .all_of = {-1, -1}};
            if (i >= 3 * LOOPS) {
                made.all_of[0] = i % LOOPS;
                made.all_of[1] = LOOPS + i % LOOPS;
                promise of[] = {m->promises.at[made.all_of[0]].id,
                                m->promises.at[made.all_of[1]].id};
                made.id = causality_combine(m->c, CAUSALITY_OF_ALL, of, 2);
            } else {
                made.id = causality_promise(m->c);
            }
            *vec_push(&m->promises) = made;
        }
        for (int i = 0; i < LOOPS; i++) {
            int made = new_model_action(m, causality_main(m->c, m->loops[i].thread, NULL), i,
                                        CAUSALITY_MAIN);
            for (int todo = 0; todo < 10; todo++)
                act(m, made);
            mark(m, made);
        }
        for (int idle = 0; idle < 4 && m->ops < 40 + (int)(seed % 200);)
            idle = turn_loop(m, (int)random_below(&m->random, LOOPS)) ? 0 : idle + 1;
        compare_with_closure(m, seed);
        causality_free(m->c);
        vec_free(&m->actions);
        vec_free(&m->promises);
        for (int i = 0; i < LOOPS; i++) {
            vec_free(&m->pending[i]);
            vec_free(&m->loops[i].ticks);
            vec_free(&m->loops[i].jobs);
        }
    }
    free(m);
    /* Neither answer may be rare, or little would be compared. */
    assert_true(ordered_pairs > 100000 && unordered_pairs > 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_orders_what_nothing_else_does),
        cmocka_unit_test(a_race_is_decided_by_a_second_pass),
        cmocka_unit_test(chains_and_clocks_say_what_the_closure_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
