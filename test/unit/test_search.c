/* explore/search: what it plans, given a natural run; that plans do not depend on how many run side
 * by side; that it stops. */
#include "test.h"

#include "base/file.h"
#include "explore/plan.h"
#include "explore/search.h"
#include "explore/search_rank.h"
#include "segment/defaults.h"
#include "segment/plan.h"
#include "trace/write.h"

#include <unistd.h>

/* A trace by hand: operations on files, each with its start and its completion. */
struct maker {
    struct trace_writer writer;
    char path[64];
    uint32_t names, events;
    int64_t now;
};

static void begin(struct maker *self)
{
    *self = (struct maker){0};
    snprintf(self->path, sizeof self->path, "/tmp/test-search-%d.trace", (int)getpid());
    unlink(self->path);
    self->writer.path = self->path;
    assert_true(trace_begin(&self->writer, "1", "node x.js"));
    struct trace_note *note = trace_reserve(&self->writer, TRACE_NOTE, sizeof *note);
    note->code = NOTE_ACTIVE;
    trace_commit(note, sizeof *note);
}

static uint32_t name(struct maker *self, enum event_kind kind, const char *about, int32_t delay)
{
    size_t length = strlen(about), size = sizeof(struct trace_name) + length;
    struct trace_name *made = trace_reserve(&self->writer, TRACE_NAME, size);
    made->name = ++self->names;
    made->kind = (uint16_t)kind;
    made->delay = delay;
    made->has_about = length > 0;
    made->length = (uint32_t)length;
    memcpy(made->text, about, length);
    trace_commit(made, size);
    return self->names;
}

static uint32_t arrive(struct maker *self, uint32_t of, uint32_t number, enum event_phase phase)
{
    struct trace_arrive *made = trace_reserve(&self->writer, TRACE_ARRIVE, sizeof *made);
    made->head.time_ns = self->now;
    made->event = ++self->events;
    made->name = of;
    made->number = number;
    made->phase = (uint16_t)phase;
    trace_commit(made, sizeof *made);
    return self->events;
}

static void change(struct maker *self, enum trace_type type, uint32_t event)
{
    struct trace_event *made = trace_reserve(&self->writer, type, sizeof *made);
    made->head.time_ns = self->now;
    made->event = event;
    trace_commit(made, sizeof *made);
}

static void set_timer(struct maker *self, int32_t delay)
{
    uint32_t timer = name(self, KIND_TIMER, "x.js:1", delay);
    struct trace_timer *made = trace_reserve(&self->writer, TRACE_TIMER, sizeof *made);
    made->head.time_ns = self->now;
    made->name = timer;
    made->number = 1;
    trace_commit(made, sizeof *made);
}

static void end(struct maker *self, struct traces *traces)
{
    struct error error;
    if (!traces_read(traces, self->path, &error))
        fail_msg("%s", error.message);
    unlink(self->path);
}

/* Two chains: stat /d/a, whose callback renames /d/b; and, from the main script too, unlink /d/a.
 */
static void two_chains(struct traces *traces, bool swapped, bool timer)
{
    struct maker maker;
    begin(&maker);
    if (timer)
        set_timer(&maker, 50);
    uint32_t stat = name(&maker, KIND_FS_STAT, "/d/a", NO_DELAY);
    uint32_t removal = name(&maker, KIND_FS_UNLINK, "/d/a", NO_DELAY);
    uint32_t renaming = name(&maker, KIND_FS_RENAME, "/e/b", NO_DELAY);
    uint32_t a = arrive(&maker, stat, 1, PHASE_START), b = arrive(&maker, removal, 1, PHASE_START);
    for (int turn = 0; turn < 2; turn++) {
        bool first = (turn == 0) != swapped;
        change(&maker, TRACE_START, first ? a : b);
        uint32_t done = arrive(&maker, first ? stat : removal, 1, PHASE_DONE);
        change(&maker, TRACE_DELIVER, done);
        if (!first)
            continue;
        uint32_t c = arrive(&maker, renaming, 1, PHASE_START);
        change(&maker, TRACE_START, c);
        change(&maker, TRACE_DELIVER, arrive(&maker, renaming, 1, PHASE_DONE));
    }
    if (timer) {
        maker.now = 50 * INT64_C(1000000);
        uint32_t timers = name(&maker, KIND_TIMERS, "", NO_DELAY);
        change(&maker, TRACE_DELIVER, arrive(&maker, timers, 1, PHASE_NONE));
    }
    end(&maker, traces);
}

static void descendants_cannot_overtake(void **state)
{
    (void)state;
    struct traces traces;
    struct model model;
    two_chains(&traces, false, false);
    model_read(&model, &traces, 250 * INT64_C(1000000), 1000 * INT64_C(1000000));
    assert_int_equal(model.events.len, 6); /* stat, stat, rename, rename, unlink, unlink */
    assert_true(model_descends(&model, 3, 0));
    assert_false(model_descends(&model, 4, 0));
    assert_int_equal(model_pair(&model, 0, 2), PAIR_NONE);
    assert_int_equal(model_pair(&model, 0, 4), PAIR_CAN);
    assert_int_equal(model.pair_count, 8); /* four events before two unrelated ones */
    assert_true(model.events.at[0].shares);
    assert_false(model.events.at[2].shares);
    assert_false(model.events.at[4].overtakers);
    traces_free(&traces);

    two_chains(&traces, true, false);
    struct model_run run = model_take(&model, &traces);
    assert_int_equal(model_learn(&model, &run), 8);
    assert_int_equal(model.tried, 8);
    assert_int_equal(model_learn(&model, &run), 0);
    assert_true(run.order != model.order);
    free(run.came);
    traces_free(&traces);
    model_free(&model);
}

static struct search *search_of(bool steer, bool timer)
{
    struct search_options options = {.strategy = "auto", .first = 1, .steer = steer};
    options.config = segment_config_default();
    struct search *search = search_new(&options);
    struct traces traces;
    two_chains(&traces, false, timer);
    search_observe(search, &traces);
    traces_free(&traces);
    return search;
}

/* The extremes among the first plans, a digit each. */
static unsigned extremes_of(bool timer, size_t *first_at)
{
    struct search *search = search_of(false, timer);
    unsigned found = 0;
    for (uint64_t i = 1; i <= 20; i++) {
        struct search_plan plan;
        assert_int_equal(search_next(search, i, &plan), SEARCH_PLAN);
        if (plan.config.strategy != STRATEGY_LATE || plan.config.late_kind)
            continue;
        *first_at = found ? *first_at : i;
        found = found * 10 + plan.config.late_way + 1;
        assert_int_equal(plan.config.late_part, LATE_ALL); /* there are only tasks */
    }
    search_free(search);
    return found;
}

static void what_equals_the_natural_order_is_skipped(void **state)
{
    (void)state;
    size_t first_at = 0;
    assert_int_equal(extremes_of(false, &first_at), 1 + LATE_NEWEST_FIRST);
    assert_int_equal(first_at, 1);
    /* 50 ms: nothing changes if 100 ms are not crossed */
    assert_int_equal(extremes_of(true, &first_at), (1 + LATE_OLDEST_FIRST) * 100 +
                                                       (1 + LATE_NEWEST_FIRST) * 10 + 1 +
                                                       LATE_UNTIL_TIMER);
    assert_int_equal(first_at, 1);
}

/* A file's task and what comes in on a connection: each can be slow by itself. */
static void the_disk_and_the_peers_are_slow_by_themselves(void **state)
{
    (void)state;
    struct maker maker;
    struct traces traces;
    struct search_options options = {.strategy = "auto", .first = 1, .steer = false};
    options.config = segment_config_default();
    begin(&maker);
    uint32_t stat = name(&maker, KIND_FS_STAT, "/d/a", NO_DELAY);
    uint32_t reading = name(&maker, KIND_TCP_READ, "from server any 1 1", NO_DELAY);
    uint32_t task = arrive(&maker, stat, 1, PHASE_START);
    uint32_t read = arrive(&maker, reading, 1, PHASE_NONE);
    change(&maker, TRACE_START, task);
    change(&maker, TRACE_DELIVER, arrive(&maker, stat, 1, PHASE_DONE));
    change(&maker, TRACE_DELIVER, read);
    end(&maker, &traces);
    struct search *search = search_new(&options);
    search_observe(search, &traces);
    unsigned parts = 0;
    for (uint64_t i = 1; i <= 20; i++) {
        struct search_plan plan;
        assert_int_equal(search_next(search, i, &plan), SEARCH_PLAN);
        if (plan.config.strategy == STRATEGY_LATE && !plan.config.late_kind)
            parts = parts * 10 + plan.config.late_part + 1;
    }
    assert_int_equal(parts, (1 + LATE_ALL) * 100 + (1 + LATE_TASKS) * 10 + 1 + LATE_OTHERS);
    traces_free(&traces);
    search_free(search);
}

/* The conflict comes first: stat's completion, until the unlink of the same path is done. */
static void the_best_conflict_is_reversed_first(void **state)
{
    (void)state;
    struct search_plan plan;
    struct search *search = search_of(true, false);
    search_next(search, 1, &plan);
    search_next(search, 2, &plan);
    const struct plan *holds = (const struct plan *)plan.holds.at;
    assert_int_equal(holds->count, 1);
    assert_int_equal(holds->holds[0].event.kind, KIND_FS_STAT);
    assert_int_equal(holds->holds[0].event.phase, PHASE_DONE);
    assert_int_equal(holds->holds[0].end, HOLD_EVENT);
    assert_int_equal(holds->holds[0].until.kind, KIND_FS_UNLINK);
    assert_int_equal(holds->holds[0].until.phase, PHASE_DONE);
    assert_int_equal(plan.config.slowest_ns, 250 * INT64_C(1000000)); /* within the budget */
    search_free(search);
}

static uint64_t hash_plan(uint64_t hash, const struct search_plan *plan)
{
    const unsigned char *config = (const unsigned char *)&plan->config;
    for (size_t i = 0; i < sizeof plan->config; i++)
        hash = (hash ^ config[i]) * 1099511628211u;
    for (size_t i = 0; i < plan->holds.len; i++)
        hash = (hash ^ (unsigned char)plan->holds.at[i]) * 1099511628211u;
    return hash;
}

/* Runs it with so many runs under way; every third run changes places. */
static uint64_t conduct(uint64_t jobs, uint64_t most, uint64_t *runs,
                        struct search_coverage *coverage)
{
    struct search *search = search_of(true, true);
    struct traces natural, swapped;
    uint64_t hash = 1, started = 0, ended = 0;
    bool done = false;
    two_chains(&natural, false, true);
    two_chains(&swapped, true, true);
    while (!done || ended < started) {
        struct search_plan plan;
        enum search_answer answer = SEARCH_WAIT;
        while (!done && started < most && started - ended < jobs &&
               (answer = search_next(search, started + 1, &plan)) == SEARCH_PLAN) {
            hash = hash_plan(hash, &plan);
            started++;
        }
        done |= answer == SEARCH_DONE || started == most;
        if (ended < started) {
            ended++;
            struct model_run run = search_take(search, ended % 3 ? &natural : &swapped);
            search_learn(search, ended,
                         ended % 7   ? SEARCH_PASSED
                         : ended > 7 ? SEARCH_FAILED_AGAIN
                                     : SEARCH_FAILED_NEW,
                         &run);
            free(run.came);
        }
    }
    *runs = started;
    *coverage = search_coverage(search);
    search_free(search);
    traces_free(&natural);
    traces_free(&swapped);
    return hash;
}

static void jobs_change_nothing_and_it_stops(void **state)
{
    (void)state;
    struct search_coverage coverage;
    uint64_t runs, hash = conduct(1, 500, &runs, &coverage);
    assert_true(runs >= 30 && runs < 500);
    assert_true(coverage.complete);
    assert_int_equal(coverage.tried, coverage.pairs);
    for (uint64_t jobs = 2; jobs <= 40; jobs += 6) {
        uint64_t other;
        struct search_coverage same;
        assert_true(conduct(jobs, 500, &other, &same) == hash);
        assert_int_equal(other, runs);
        assert_int_equal(same.pairs, coverage.pairs);
    }
    conduct(3, 10, &runs, &coverage);
    assert_int_equal(runs, 10);
    assert_false(coverage.complete);
}

static void without_steering_a_plan_is_a_function_of_its_number(void **state)
{
    (void)state;
    struct search_plan plan;
    struct search *all = search_of(false, true), *one = search_of(false, true);
    uint64_t hash = 0;
    for (uint64_t i = 1; i <= 23; i++) {
        assert_int_equal(search_next(all, i, &plan), SEARCH_PLAN);
        hash = hash_plan(1, &plan);
    }
    assert_int_equal(search_next(one, 23, &plan), SEARCH_PLAN);
    assert_true(hash_plan(1, &plan) == hash);
    search_free(all);
    search_free(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descendants_cannot_overtake),
        cmocka_unit_test(what_equals_the_natural_order_is_skipped),
        cmocka_unit_test(the_disk_and_the_peers_are_slow_by_themselves),
        cmocka_unit_test(the_best_conflict_is_reversed_first),
        cmocka_unit_test(jobs_change_nothing_and_it_stops),
        cmocka_unit_test(without_steering_a_plan_is_a_function_of_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
