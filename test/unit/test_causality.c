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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_orders_what_nothing_else_does),
        cmocka_unit_test(a_race_is_decided_by_a_second_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
