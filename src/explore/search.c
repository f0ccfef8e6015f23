#include "explore/search.h"

#include "explore/plan.h"
#include "explore/search_rank.h"
#include "explore/strategy.h"

#include <stdlib.h>

enum {
    LEAST_RUNS =
        30, /* before it may stop: what needs two late events shows in pairs and at random */
    NO_CANDIDATE = -1,
    MOST_PAIRS = 1000,
};

/* A run that was planned, and what is known of it. */
struct issued {
    enum search_family family;
    int first, second; /* candidates; NO_CANDIDATE */
    bool learned;
    enum search_result result;
    struct model_run run;
};

/* What a family has given. Its value is (credit + reward) / (1 + runs): the credits make them take
 * turns at first, rewards make those go on that show something new. */
struct family {
    double credit, reward;
    uint64_t runs;
};

struct search {
    struct search_options options;
    bool searches; /* strategy auto */
    bool observed, stopped;
    struct model model;
    struct candidates candidates;
    bool extremes[EXTREME_COUNT]; /* that are still worth a run */
    struct family families[SEARCH_FAMILY_COUNT];
    size_t pair_first, pair_second; /* the next pair, of the holds */
    size_t pairs_issued;
    VEC(int) holds;           /* candidates that were issued alone, in their order */
    VEC(struct issued) plans; /* of runs first, first + 1, … */
    VEC(uint64_t) orders;     /* that were seen */
    size_t applied;           /* plans whose results count */
    struct buf bytes;
};

static const double credits[SEARCH_FAMILY_COUNT] = {
    [SEARCH_REVERSE] = 1.0, [SEARCH_EXTREME] = 2.97, [SEARCH_KIND] = 0.98,
    [SEARCH_SINGLE] = 0.97, [SEARCH_PAIR] = 0.25,    [SEARCH_RANDOM] = 0.4,
};
static const double for_a_failure = 1, for_a_new_order = 0.25;

/* The next plan: which family, which of its candidates. False: nothing is left. */

static bool next_pair(struct search *self, struct issued *plan)
{
    while (self->pairs_issued < MOST_PAIRS && self->pair_second < self->holds.len) {
        int first = self->holds.at[self->pair_first], second = self->holds.at[self->pair_second];
        const struct candidate *a = &self->candidates.at[first], *b = &self->candidates.at[second];
        if (++self->pair_first == self->pair_second) {
            self->pair_second++;
            self->pair_first = 0;
        }
        if (a->useless || b->useless || a->event == b->event)
            continue;
        plan->first = first;
        plan->second = second;
        self->pairs_issued++;
        return true;
    }
    return false;
}

static bool has_extreme(const struct search *self)
{
    for (size_t i = 0; i < EXTREME_COUNT; i++)
        if (self->extremes[i])
            return true;
    return false;
}

static bool next_extreme(struct search *self, struct issued *plan)
{
    if (!has_extreme(self))
        return false;
    plan->first = 0;
    while (!self->extremes[plan->first])
        plan->first++;
    self->extremes[plan->first] = false;
    return true;
}

static bool fill(struct search *self, enum search_family family, struct issued *plan)
{
    *plan = (struct issued){.family = family, .first = NO_CANDIDATE, .second = NO_CANDIDATE};
    if (family == SEARCH_RANDOM)
        return true;
    if (family == SEARCH_EXTREME)
        return next_extreme(self, plan);
    if (family == SEARCH_PAIR)
        return next_pair(self, plan);
    size_t best = rank_best(&self->candidates, family);
    if (best == SIZE_MAX)
        return false;
    plan->first = (int)best;
    self->candidates.at[best].issued = true;
    if (family != SEARCH_KIND)
        *vec_push(&self->holds) = (int)best;
    return true;
}

static bool is_exhausted(const struct search *self)
{
    if (!self->options.steer || !self->observed)
        return false;
    if (!self->model.late_count)
        return true;
    if (has_extreme(self))
        return false;
    for (enum search_family family = SEARCH_REVERSE; family <= SEARCH_SINGLE; family++)
        if (rank_best(&self->candidates, family) != SIZE_MAX)
            return false;
    return self->plans.len >= LEAST_RUNS && self->model.tried == self->model.pair_count;
}

static bool choose(struct search *self, struct issued *plan)
{
    if (is_exhausted(self))
        return false;
    if (!self->plans.len || !self->observed) /* an extreme first, or all where nothing is known */
        if (fill(self, SEARCH_EXTREME, plan))
            return true;
    bool empty[SEARCH_FAMILY_COUNT] = {0};
    for (;;) {
        enum search_family best = SEARCH_RANDOM;
        double most = -1;
        for (enum search_family family = SEARCH_EXTREME; family <= SEARCH_RANDOM; family++) {
            const struct family *one = &self->families[family];
            double value = (one->credit + one->reward) / (double)(1 + one->runs);
            if (!empty[family] && value > most) {
                most = value;
                best = family;
            }
        }
        if (fill(self, best, plan)) {
            self->families[best].runs++;
            return true;
        }
        empty[best] = true; /* never RANDOM */
    }
}

/* The plan as the runner wants it. */

static void random_plan(struct search *self, struct segment_config *config)
{
    static const enum strategy_kind in_turn[] = {STRATEGY_PCT, STRATEGY_DELAY, STRATEGY_FZ};
    uint64_t turn = self->families[SEARCH_RANDOM].runs - 1;
    bool is_long = config->own_length > SEGMENT_AFFORDABLE;
    uint64_t length = COUNT_OF(in_turn) + is_long, at = turn % length;
    if (at < COUNT_OF(in_turn))
        config->strategy = in_turn[at];
    else /* another part of the run each time */
        strategy_take_extreme((enum extreme)(turn / length % EXTREME_COUNT), config);
}

static void add_hold(const struct search *self, struct schedule *schedule, int which)
{
    if (which == NO_CANDIDATE)
        return;
    const struct candidate *candidate = &self->candidates.at[which];
    struct event_hold hold = {.event = self->model.events.at[candidate->event].key,
                              .end = candidate->end,
                              .amount = candidate->amount};
    if (candidate->until != MODEL_NONE)
        hold.until = self->model.events.at[candidate->until].key;
    schedule_add_hold(schedule, &hold);
}

static void describe(struct search *self, const struct issued *issued, struct search_plan *plan)
{
    static const char *const words[] = {
#define FAMILY_WORDS(id, text) text,
        SEARCH_FAMILIES(FAMILY_WORDS)
#undef FAMILY_WORDS
    };
    *plan = (struct search_plan){.config = self->options.config, .words = words[issued->family]};
    struct segment_config *config = &plan->config;
    switch (issued->family) {
    case SEARCH_EXTREME:
        strategy_take_extreme((enum extreme)issued->first, config);
        config->own_length = 0; /* from the first event on, whatever the seed */
        return;
    case SEARCH_KIND:
        config->strategy = STRATEGY_LATE;
        config->late_way = LATE_NEWEST_FIRST;
        config->late_kind = self->candidates.at[issued->first].kind;
        config->late_phase = self->candidates.at[issued->first].phase;
        config->own_length = 0;
        return;
    case SEARCH_RANDOM:
        random_plan(self, config);
        return;
    default:
        break;
    }
    struct schedule schedule = {0};
    add_hold(self, &schedule, issued->first);
    add_hold(self, &schedule, issued->second);
    buf_clear(&self->bytes);
    plan_make(&schedule, &self->bytes);
    schedule_free(&schedule);
    config->strategy = STRATEGY_DIRECTED;
    plan->holds = buf_view(&self->bytes);
}

/* Learning. */

static bool is_known_order(struct search *self, uint64_t order)
{
    vec_each (known, &self->orders)
        if (*known == order)
            return true;
    *vec_push(&self->orders) = order;
    return false;
}

static void apply(struct search *self, struct issued *plan)
{
    struct family *family = &self->families[plan->family];
    size_t fresh = self->observed ? model_learn(&self->model, &plan->run) : 0;
    bool known = is_known_order(self, plan->run.order), failed = plan->result != SEARCH_PASSED;
    if (plan->result == SEARCH_FAILED_NEW)
        family->reward += for_a_failure;
    else if (!failed && !known && fresh)
        family->reward += for_a_new_order;
    free(plan->run.came);
    plan->run.came = NULL;
    if (plan->first == NO_CANDIDATE || plan->second != NO_CANDIDATE ||
        plan->family == SEARCH_EXTREME)
        return;
    struct candidate *candidate = &self->candidates.at[plan->first];
    candidate->useless = known || failed;
    if (candidate->family != SEARCH_SINGLE || candidate->end != HOLD_IDLE)
        return;
    model_settle(&self->model, (size_t)candidate->event);
    if (plan->run.order != self->model.order)
        return;
    vec_each (other, &self->candidates) /* whatever it waits for, it moves nobody */
        if (other->event == candidate->event)
            other->useless = true;
}

/* Takes the results of the first `count` plans into account; false: one of them is not there. */
static bool apply_until(struct search *self, size_t count)
{
    while (self->applied < count && self->plans.at[self->applied].learned)
        apply(self, &self->plans.at[self->applied++]);
    return self->applied >= count;
}

/* The room's functions. */

struct search *search_new(const struct search_options *options)
{
    struct search *self = mem_zalloc(sizeof *self);
    self->options = *options;
    self->searches = strcmp(options->strategy, "auto") == 0;
    for (size_t i = 0; i < SEARCH_FAMILY_COUNT; i++)
        self->families[i].credit = credits[i];
    for (size_t i = 0; i < EXTREME_COUNT; i++)
        self->extremes[i] = true;
    self->pair_second = 1;
    return self;
}

void search_free(struct search *self)
{
    if (!self)
        return;
    vec_each (plan, &self->plans)
        free(plan->run.came);
    model_free(&self->model);
    vec_free(&self->candidates);
    vec_free(&self->holds);
    vec_free(&self->plans);
    vec_free(&self->orders);
    buf_free(&self->bytes);
    free(self);
}

/* Without timers, what waits behind them or before them goes as it comes, and oldest first is the
 * natural order. One crosses no timer of 100 ms or more, and equals another where none was set. And
 * a part of the events is all of them, or none, in many programs. */
static void choose_extremes(struct search *self)
{
    const struct model *model = &self->model;
    bool in_parts = model->late_tasks && model->late_tasks < model->late_count;
    self->extremes[EXTREME_TASKS] = self->extremes[EXTREME_OTHERS] = in_parts;
    if (!model->timers_known)
        return;
    bool any = model->shortest_timer >= 0;
    self->extremes[EXTREME_OLDEST] = self->extremes[EXTREME_UNTIL_TIMER] = any;
    self->extremes[EXTREME_SHORT] = model->longest_timer >= 100;
}

/* Of a program that nobody controls it cannot be said that it has nothing to reorder. */
static bool was_controlled(const struct traces *traces)
{
    for (size_t i = 0; i < traces->list.len; i++)
        for (size_t j = 0; j < traces->list.at[i].records.len; j++) {
            const struct trace_record *record = traces->list.at[i].records.at[j];
            if (record->type == TRACE_NOTE &&
                ((const struct trace_note *)record)->code == NOTE_ACTIVE)
                return true;
        }
    return false;
}

void search_observe(struct search *self, const struct traces *traces)
{
    if (!self->searches || self->observed || !was_controlled(traces))
        return;
    self->observed = true;
    model_read(&self->model, traces, self->options.config.slowest_ns,
               self->options.config.watchdog_ns);
    *vec_push(&self->orders) = self->model.order;
    rank_candidates(&self->model, &self->candidates);
    choose_extremes(self);
}

/* A plan of one before the first: it is not run, so that the one behind it is the same. */
static void skip_to(struct search *self, uint64_t index)
{
    while (self->plans.len + 1 < index) {
        struct issued plan;
        choose(self, &plan);
        plan.learned = true;
        *vec_push(&self->plans) = plan;
    }
}

enum search_answer search_next(struct search *self, uint64_t index, struct search_plan *plan)
{
    if (!self->searches) {
        *plan = (struct search_plan){.config = self->options.config};
        strategy_for_run(self->options.strategy, index, &plan->config);
        plan->words = strategy_name(plan->config.strategy);
        return SEARCH_PLAN;
    }
    if (!self->options.steer)
        skip_to(self, index);
    size_t before = self->plans.len;
    if (self->options.steer && before >= SEARCH_LAG && !apply_until(self, before - SEARCH_LAG + 1))
        return SEARCH_WAIT;
    struct issued next;
    if (!choose(self, &next)) {
        if (!apply_until(self, before))
            return SEARCH_WAIT;
        if (!choose(self, &next)) {
            self->stopped = true;
            return SEARCH_DONE;
        }
    }
    *vec_push(&self->plans) = next;
    describe(self, &next, plan);
    return SEARCH_PLAN;
}

struct model_run search_take(const struct search *self, const struct traces *traces)
{
    return self->searches && self->observed ? model_take(&self->model, traces)
                                            : (struct model_run){0};
}

/* It may have come from a file. */
static void drop_unknown(const struct search *self, struct model_run *run)
{
    size_t kept = 0;
    for (size_t i = 0; i < run->count; i++)
        if (run->came[i] < self->model.events.len)
            run->came[kept++] = run->came[i];
    run->count = kept;
}

void search_learn(struct search *self, uint64_t index, enum search_result result,
                  struct model_run *run)
{
    uint64_t from = self->options.steer ? self->options.first : 1;
    if (!self->searches || index < from || index - from >= self->plans.len)
        return;
    struct issued *plan = &self->plans.at[index - from];
    if (plan->learned)
        return;
    plan->learned = true;
    plan->result = result;
    if (!self->observed)
        return;
    plan->run = *run;
    *run = (struct model_run){0};
    drop_unknown(self, &plan->run);
}

struct search_coverage search_coverage(struct search *self)
{
    if (!self->options.steer) { /* only now: nothing is chosen any more */
        for (size_t i = 0; self->observed && i < self->plans.len; i++)
            model_learn(&self->model, &self->plans.at[i].run);
    } else {
        apply_until(self, self->plans.len);
    }
    return (struct search_coverage){.known = self->observed,
                                    .complete = self->stopped || is_exhausted(self),
                                    .pairs = self->model.pair_count,
                                    .tried = self->model.tried};
}
