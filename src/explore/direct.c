#include "explore/direct.h"

#include "base/random.h"
#include "explore/campaign_private.h"

static struct trial *run_once(struct campaign *self, const struct trial_plan *plan)
{
    struct trial *trial = campaign__start(self, plan);
    while (trial && !trial->ended)
        campaign__turn(self);
    return trial;
}

static struct trial_plan directed_plan(const struct campaign *self, const char *name)
{
    struct trial_plan plan = {
        .name = name,
        .config = self->options->config,
        .argv = self->options->argv,
        .shim = true,
        .agent = self->options->agent,
        .isolated = self->result->isolated,
        .timeout_ns = self->result->timeout_ns,
    };
    plan.config.seed = random_mix(self->options->seed, 0);
    plan.config.strategy = STRATEGY_DIRECTED;
    plan.config.log = 1;
    /* a schedule says itself how late it makes its events */
    plan.config.slowest_ns = plan.config.slowest_total_ns = -1;
    return plan;
}

bool direct_natural(struct campaign *self, uint32_t observe, struct str filter,
                    void (*look)(void *context, const char *folder), void *context)
{
    struct trial_plan plan = directed_plan(self, observe ? "observed" : "natural");
    plan.config.observe = observe;
    plan.filter = filter;
    if (observe) /* it may take its time */
        plan.timeout_ns *= 5;
    struct trial *trial = run_once(self, &plan);
    if (!trial)
        return false;
    struct outcome outcome = campaign__judge(self, trial);
    /* Observed it may print something else: two threads, say, in the other order. */
    bool is_good = !outcome_failed(outcome) || (observe && outcome.kind == OUTCOME_OUTPUT);
    bool passed = !campaign__over(self) && is_good;
    if (passed && !observe)
        campaign__learn_output(self, trial);
    if (!passed && observe && !campaign__over(self)) {
        struct buf failure = {0};
        outcome_print(outcome, self->options->fail_on, &failure);
        campaign__keep_failure(self, trial, "observed");
        free(self->result->observed_problem);
        self->result->observed_problem =
            mem_printf("the program passes alone but fails when it is observed (%s): a defect of "
                       "interloper; --skip GLOB leaves files out",
                       failure.at);
        buf_free(&failure);
    }
    if (!campaign__over(self) && look)
        look(context, trial->folder);
    if (!campaign__over(self))
        self->result->baseline.runs += !observe;
    campaign__note_processes(self, trial->segment);
    campaign__drop(self, trial);
    return passed;
}

struct position {
    size_t trace, record; /* trace SIZE_MAX: not there */
    int64_t time_ns;
};

static struct position position_of(const struct traces *traces, const struct event_key *key)
{
    enum trace_type type = key->phase == PHASE_START ? TRACE_START : TRACE_DELIVER;
    for (size_t i = 0; i < traces->list.len; i++) {
        const struct trace *trace = &traces->list.at[i];
        for (size_t j = 0; j < trace->records.len; j++) {
            const struct trace_record *record = trace->records.at[j];
            const struct trace_event *change = (const struct trace_event *)record;
            if (record->type != type)
                continue;
            struct event_key one = trace_key(trace, trace->events.at[change->event - 1].arrive);
            if (event_key_equal(&one, key))
                return (struct position){i, j, record->time_ns};
        }
    }
    return (struct position){SIZE_MAX, 0, 0};
}

/* One that was held until the run was over comes after all others. */
enum direct_order direct_order_of(const struct traces *traces, const struct event_key *first,
                                  const struct event_key *second)
{
    struct position a = position_of(traces, first), b = position_of(traces, second);
    if (a.trace == SIZE_MAX && b.trace == SIZE_MAX)
        return DIRECT_UNKNOWN;
    if (a.trace == SIZE_MAX || b.trace == SIZE_MAX)
        return a.trace == SIZE_MAX ? DIRECT_SECOND_IS_FIRST : DIRECT_FIRST_IS_FIRST;
    if (a.trace != b.trace && a.time_ns == b.time_ns)
        return DIRECT_UNKNOWN;
    bool before = a.trace == b.trace ? a.record < b.record : a.time_ns < b.time_ns;
    return before ? DIRECT_FIRST_IS_FIRST : DIRECT_SECOND_IS_FIRST;
}

static void fill_header(struct campaign *self, const struct trial_plan *plan,
                        struct schedule *schedule)
{
    schedule->command.len = 0;
    for (char **word = plan->argv; *word; word++)
        *vec_push(&schedule->command) = arena_str(&schedule->arena, str_of(*word));
    schedule->node = arena_str(&schedule->arena, str_of(workplace_node_version(&self->place)));
    schedule->seed = plan->config.seed;
    schedule->real_time = !(plan->config.controls & CONTROL_CLOCK);
    schedule->isolated = plan->isolated;
    schedule->engine = STR(INTERLOPER_VERSION);
}

static void look_at(struct campaign *self, const struct trial *trial,
                    const struct schedule *schedule, const struct event_key *first,
                    const struct event_key *second, struct direct_run *run)
{
    struct outcome outcome = campaign__judge(self, trial);
    struct plan_fates fates;
    char *path = mem_printf("%s/holds", trial->folder);
    plan_fates(path, schedule->holds.len, &fates);
    free(path);
    run->met = fates.met == fates.holds;
    vec_free(&fates.unmet);
    run->differs = !self->broken && outcome_failed(outcome);
    if (run->differs) {
        struct buf name = {0}, signature = {0}, test = {0};
        campaign__describe(self, trial, outcome, &name, &signature, &test);
        run->outcome = buf_take(&name);
        run->signature = buf_take(&signature);
        run->test = test.len ? buf_take(&test) : NULL;
        buf_free(&test);
    }
    if (!first || !second)
        return;
    struct traces traces;
    traces_gather(&traces, trial->folder);
    run->order = direct_order_of(&traces, first, second);
    traces_free(&traces);
}

bool direct_try(struct campaign *self, struct schedule *schedule, const struct event_key *first,
                const struct event_key *second, struct direct_run *run)
{
    struct trial_plan plan = directed_plan(self, "directed");
    struct buf holds = {0};
    *run = (struct direct_run){0};
    fill_header(self, &plan, schedule);
    plan_make(schedule, &holds);
    plan.holds = buf_view(&holds);
    struct trial *trial = run_once(self, &plan);
    bool done = trial && !campaign__over(self);
    if (done) {
        look_at(self, trial, schedule, first, second, run);
        self->result->runs++;
        self->result->failures += run->differs;
        campaign__note_processes(self, trial->segment);
    }
    if (trial)
        campaign__drop(self, trial);
    buf_free(&holds);
    return done && !self->broken;
}

bool direct_observed(struct campaign *self, const struct schedule *schedule, struct str filter,
                     void (*look)(void *context, const char *folder), void *context)
{
    struct trial_plan plan = directed_plan(self, "followed");
    struct buf holds = {0};
    plan_make(schedule, &holds);
    plan.holds = buf_view(&holds);
    plan.config.observe = OBSERVE_ALL;
    plan.filter = filter;
    plan.timeout_ns *= 5;
    struct trial *trial = run_once(self, &plan);
    bool done = trial && !campaign__over(self);
    if (done)
        look(context, trial->folder);
    if (trial)
        campaign__drop(self, trial);
    buf_free(&holds);
    return done;
}

bool direct_over(const struct campaign *self)
{
    return campaign__over(self) || campaign__budget_spent(self);
}

void direct_tell(struct campaign *self, const char *what)
{
    campaign__tell_proof(self, "%s", what);
}
