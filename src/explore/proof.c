#include "explore/proof.h"

#include "event/text.h"
#include "explore/campaign_private.h"
#include "explore/description.h"
#include "explore/plan.h"

static const int64_t ms = 1000000;

/* One schedule that is run again and again. */
struct attempt {
    struct campaign *campaign;
    const struct schedule *schedule;
    struct replay *replay;
    struct measures *measures; /* NULL, or to be filled */
    bool once;                 /* a run that does not reproduce it ends the attempt */
    struct traces *missed;     /* NULL, or of the first run that did not reproduce it */
    bool quiet; /* it is only a guess: nobody wants to know which holds were not met */
};

/* A run that failed, measured. */
struct measures {
    struct held {
        int64_t arrived_ns, late_ns;
    } * held;             /* by hold; room for all of them */
    VEC(int64_t) moments; /* at which something happened, in order, each once */
};

/* By how much the event was late; one that never came is late until the run is over. */
static int64_t lateness(const struct trace *trace, const struct traced_event *event,
                        const struct event_hold *hold)
{
    int64_t arrived = event->arrive->head.time_ns;
    int64_t left = event->started_ns >= 0 ? event->started_ns : event->delivered_ns;
    if (left >= 0)
        return left - arrived;
    int64_t late = (*vec_last(&trace->records))->time_ns - arrived;
    return hold->end == HOLD_TIME && hold->amount < late ? hold->amount : late;
}

static void measures_free(struct measures *self)
{
    vec_free(&self->moments);
    free(self->held);
}

static int by_time(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void note_moments(struct measures *self, const struct traces *traces)
{
    self->moments.len = 0;
    vec_each (trace, &traces->list)
        vec_each (record, &trace->records)
            if (!self->moments.len || *vec_last(&self->moments) != (*record)->time_ns)
                *vec_push(&self->moments) = (*record)->time_ns;
    if (self->moments.len)
        qsort(self->moments.at, self->moments.len, sizeof *self->moments.at, by_time);
    size_t kept = 0;
    for (size_t i = 0; i < self->moments.len; i++)
        if (!kept || self->moments.at[kept - 1] != self->moments.at[i])
            self->moments.at[kept++] = self->moments.at[i];
    self->moments.len = kept;
}

/* How late the held events were in this run, hold by hold. */
static void measure(struct attempt *self, const struct trial *trial)
{
    struct traces traces;
    traces_gather(&traces, trial->folder);
    self->replay->lateness_ms = 0;
    for (size_t i = 0; i < self->schedule->holds.len; i++) {
        const struct event_hold *hold = &self->schedule->holds.at[i];
        struct held held = {0};
        vec_each (trace, &traces.list)
            vec_each (event, &trace->events) {
                struct event_key key = trace_key(trace, event->arrive);
                if (event_key_equal(&key, &hold->event))
                    held = (struct held){event->arrive->head.time_ns, lateness(trace, event, hold)};
            }
        self->replay->lateness_ms += (double)held.late_ns / 1e6;
        if (self->measures)
            self->measures->held[i] = held;
    }
    if (self->measures)
        note_moments(self->measures, &traces);
    traces_free(&traces);
}

static bool is_same_failure(struct attempt *self, const struct trial *trial, struct outcome outcome)
{
    struct description description;
    description_of_trial(&description, self->campaign, trial, outcome);
    bool same = description_find(&description, self->schedule,
                                 campaign__replays_file(self->campaign)) != NULL;
    description_free(&description);
    return same;
}

static bool on_ended(void *context, const struct trial *trial)
{
    struct attempt *self = context;
    struct replay *replay = self->replay;
    struct outcome outcome = campaign__judge(self->campaign, trial);
    if (self->campaign->broken)
        return false;
    bool failed = outcome_failed(outcome), same = failed && is_same_failure(self, trial, outcome);
    struct plan_fates fates;
    char *path = mem_printf("%s/holds", trial->folder);
    plan_fates(path, self->schedule->holds.len, &fates);
    free(path);
    if (!replay->times || fates.met < replay->met)
        replay->met = fates.met;
    if (fates.unmet.len && self->campaign->options->task == CAMPAIGN_REPLAYS && !self->quiet)
        campaign__tell_unmet(self->campaign, self->schedule, &fates);
    replay->diverged += fates.unmet.len > 0;
    vec_free(&fates.unmet);
    replay->times++;
    replay->failed += failed;
    replay->reproduced += same;
    if (same && replay->reproduced == 1)
        measure(self, trial);
    if (!same && self->missed && !self->missed->list.len)
        traces_gather(self->missed, trial->folder);
    campaign__note_processes(self->campaign, trial->segment);
    return same || !self->once;
}

static bool on_stopped(void *context)
{
    const struct attempt *self = context;
    return campaign__over(self->campaign) || campaign__proof_over(self->campaign);
}

/* Whoever debugs takes all the time there is. */
static void inspect(const struct schedule *schedule, struct trial_plan *plan)
{
    struct str process = schedule->holds.len ? schedule->holds.at[0].event.process : STR("1");
    if (process.len < sizeof plan->config.inspected)
        memcpy(plan->config.inspected, process.at, process.len);
    plan->config.inspect_port = PROOF_INSPECT_PORT;
    plan->timeout_ns = INT64_MAX;
}

struct trial_plan proof_plan(const struct campaign *campaign, const struct schedule *schedule,
                             struct str holds)
{
    struct trial_plan plan = {
        .config = campaign->options->config,
        .argv = campaign->options->argv,
        .shim = true,
        .agent = campaign->options->agent,
        .isolated = campaign->result->isolated,
        .timeout_ns = campaign->result->timeout_ns,
        .holds = holds,
    };
    plan.config.seed = schedule->seed;
    plan.config.strategy = STRATEGY_DIRECTED;
    plan.config.log = 1;
    plan.config.slowest_ns = plan.config.slowest_total_ns = -1; /* it says itself how late */
    if (campaign->options->inspect)
        inspect(schedule, &plan);
    return plan;
}

static void try_schedule(struct attempt *self, uint64_t times)
{
    struct campaign *campaign = self->campaign;
    const struct schedule *schedule = self->schedule;
    struct buf holds = {0};
    plan_make(schedule, &holds);
    struct trial_plan plan = proof_plan(campaign, schedule, buf_view(&holds));
    *self->replay = (struct replay){.holds = schedule->holds.len};
    struct repetition repetition = {times, (uint64_t)campaign->result->jobs, self, on_ended,
                                    on_stopped};
    if (!runner_repeat(&campaign->runner, &plan, &repetition, campaign->error))
        campaign->broken = true;
    buf_free(&holds);
}

void proof_replay(struct campaign *campaign, const struct schedule *schedule, uint64_t times,
                  struct replay *replay)
{
    struct attempt attempt = {.campaign = campaign, .schedule = schedule, .replay = replay};
    try_schedule(&attempt, times);
}

/* The failure has not come back: perhaps the program has changed, and its events are called
 * otherwise (fit.h). */
static bool find_fit(struct campaign *self, const struct schedule *schedule, const struct fit *fit,
                     size_t *found)
{
    for (*found = 0; *found < fit->candidates; ++*found) {
        struct schedule candidate = fit_apply(fit, *found, schedule);
        struct replay replay;
        struct attempt attempt = {
            .campaign = self, .schedule = &candidate, .replay = &replay, .quiet = true};
        campaign__tell_proof(self, "the program may have changed: trying other names, %zu of %zu",
                             *found + 1, fit->candidates);
        if (!campaign__over(self) && !campaign__proof_over(self))
            try_schedule(&attempt, 1);
        vec_free(&candidate.holds);
        if (campaign__over(self) || campaign__proof_over(self))
            return false;
        if (replay.reproduced)
            return true;
    }
    return false;
}

void proof_replay_changed(struct campaign *campaign, const struct schedule *schedule,
                          uint64_t times, struct replay *replay, struct proof_fitted *fitted)
{
    struct traces missed = {0};
    struct attempt attempt = {
        .campaign = campaign, .schedule = schedule, .replay = replay, .missed = &missed};
    *fitted = (struct proof_fitted){.schedule = *schedule};
    try_schedule(&attempt, times);
    fit_make(&fitted->fit, schedule, &missed);
    size_t found;
    if (!replay->reproduced && !campaign->options->inspect &&
        find_fit(campaign, schedule, &fitted->fit, &found)) {
        struct buf text = {0};
        fitted->changed = true;
        fitted->schedule = fit_apply(&fitted->fit, found, schedule);
        fit_print(&fitted->fit, found, &text);
        campaign__warn(campaign,
                       "the program has changed since the schedule was made: %s; 'interloper "
                       "minimize' writes a schedule with the new names",
                       text.at);
        buf_free(&text);
        proof_replay(campaign, &fitted->schedule, times, replay);
    }
    traces_free(&missed);
}

void proof_fitted_free(struct proof_fitted *self)
{
    if (self->changed)
        vec_free(&self->schedule.holds);
    fit_free(&self->fit);
}

/* Minimising. */

struct holds {
    struct event_hold *at;
    size_t len, room;
};

struct times {
    int64_t *at;
    size_t len, room;
};

struct minimiser {
    struct campaign *campaign;
    const struct schedule *origin;
    struct holds best;
    struct measures measures; /* of the best, once it has failed here */
    struct measures spare;
    uint64_t confirm; /* so many runs in a row must fail */
    uint64_t runs, most_runs;
};

static bool is_cut(const struct minimiser *self)
{
    return campaign__over(self->campaign) || campaign__proof_over(self->campaign) ||
           (self->most_runs && self->runs >= self->most_runs);
}

static bool still_fails(struct minimiser *self, const struct holds *holds)
{
    struct schedule candidate = *self->origin;
    struct replay replay;
    candidate.holds.at = holds->at;
    candidate.holds.len = holds->len;
    struct attempt attempt = {.campaign = self->campaign,
                              .schedule = &candidate,
                              .replay = &replay,
                              .measures = &self->spare,
                              .once = true};
    if (is_cut(self))
        return false;
    campaign__tell_proof(self->campaign, "minimising: %zu holds of %zu, %llu runs", self->best.len,
                         self->origin->holds.len, (unsigned long long)self->runs);
    try_schedule(&attempt, self->confirm);
    self->runs += replay.times;
    if (replay.reproduced != self->confirm)
        return false;
    struct measures before = self->measures;
    self->measures = self->spare;
    self->spare = before;
    return true;
}

/* Takes the holds [from, to), or all but those, where the failure comes with them as well. */
static bool keep_part(struct minimiser *self, size_t from, size_t to, bool inside)
{
    struct holds candidate = {0};
    for (size_t i = 0; i < self->best.len; i++)
        if ((i >= from && i < to) == inside)
            *vec_push(&candidate) = self->best.at[i];
    bool kept = still_fails(self, &candidate);
    struct holds other = kept ? self->best : candidate;
    if (kept)
        self->best = candidate;
    vec_free(&other);
    return kept;
}

/* A hold until the sixth expiry of timers needs the five holds before it, and none of them can be
 * dropped alone. Its time mostly does as well, and then all of them can be. */
static void prefer_times(struct minimiser *self)
{
    struct holds candidate = {0};
    for (size_t i = 0; i < self->best.len; i++) {
        struct event_hold hold = self->best.at[i];
        int64_t late_ns = self->measures.held[i].late_ns;
        if (hold.end == HOLD_EVENT && hold.until.kind == KIND_TIMERS && late_ns > 0) {
            hold.end = HOLD_TIME;
            hold.amount = late_ns;
        }
        if (hold.event.kind != KIND_TIMERS)
            *vec_push(&candidate) = hold;
    }
    bool changes = candidate.len && candidate.len < self->best.len;
    bool kept = changes && still_fails(self, &candidate);
    struct holds other = kept ? self->best : candidate;
    if (kept)
        self->best = candidate;
    vec_free(&other);
}

static void drop_holds(struct minimiser *self)
{
    if (keep_part(self, 0, 0, true)) /* none is needed at all */
        return;
    prefer_times(self);
    for (size_t parts = 2; self->best.len >= 2 && !is_cut(self);) {
        size_t len = self->best.len;
        bool smaller = false;
        if (parts > len)
            parts = len;
        for (int inside = 1; inside >= 0 && !smaller; inside--)
            for (size_t i = 0; i < parts && !smaller && (inside || parts > 2); i++)
                smaller = keep_part(self, len * i / parts, len * (i + 1) / parts, inside);
        if (smaller)
            parts = self->best.len < len / 2 || parts <= 3 ? 2 : parts - 1;
        else if (parts >= len)
            return;
        else
            parts *= 2;
    }
}

static bool with_time(struct minimiser *self, size_t i, int64_t time_ns)
{
    struct event_hold before = self->best.at[i];
    self->best.at[i].end = HOLD_TIME;
    self->best.at[i].amount = time_ns;
    if (still_fails(self, &self->best))
        return true;
    self->best.at[i] = before;
    return false;
}

/* A schedule's run is the same until a hold ends. So of all times that a hold may take, only those
 * matter at which something else happened: in whole milliseconds, less than `most`. */
static void times_that_matter(const struct minimiser *self, size_t i, int64_t most,
                              struct times *times)
{
    vec_each (moment, &self->measures.moments) {
        int64_t after = *moment - self->measures.held[i].arrived_ns;
        int64_t time = (after + ms - 1) / ms;
        if (after > 0 && time < most && (!times->len || *vec_last(times) != time))
            *vec_push(times) = time;
    }
}

/* What waits for an event may be later than it needs to be, too. A time that fails and one less
 * that does not end the search: mostly the first two that are tried. */
static void shorten_hold(struct minimiser *self, size_t i)
{
    const struct event_hold *hold = &self->best.at[i];
    int64_t least = 0;
    int64_t most = (hold->end == HOLD_TIME ? hold->amount : self->measures.held[i].late_ns) / ms;
    struct times times = {0};
    times_that_matter(self, i, most, &times);
    for (size_t low = 0, high = times.len; low < high && !is_cut(self);) {
        size_t middle = low + (high - low) / 2;
        bool fails = with_time(self, i, times.at[middle] * ms);
        *(fails ? &most : &least) = times.at[middle];
        *(fails ? &high : &low) = fails ? middle : middle + 1;
    }
    vec_free(&times);
    for (int64_t next = most - 1; most - least > 1 && !is_cut(self);
         next = least + (most - least) / 2)
        *(with_time(self, i, next * ms) ? &most : &least) = next;
}

static void shorten_holds(struct minimiser *self)
{
    for (size_t i = 0; i < self->best.len && !is_cut(self); i++)
        if (self->best.at[i].end != HOLD_POLLS)
            shorten_hold(self, i);
}

void proof_minimise(struct campaign *campaign, const struct schedule *schedule, uint64_t most_runs,
                    struct minimal *minimal)
{
    struct minimiser self = {.campaign = campaign, .origin = schedule, .most_runs = most_runs};
    self.measures.held = mem_zalloc((schedule->holds.len + 1) * sizeof *self.measures.held);
    self.spare.held = mem_zalloc((schedule->holds.len + 1) * sizeof *self.spare.held);
    *minimal = (struct minimal){.before = schedule->holds.len};
    /* Where one run is no evidence, because the failure comes now and then, three in a row are
     * more. */
    for (self.confirm = 1; self.confirm <= 3; self.confirm += 2) {
        self.best.len = 0;
        vec_each (hold, &schedule->holds)
            *vec_push(&self.best) = *hold;
        bool fails = still_fails(&self, &self.best);
        if (fails) {
            drop_holds(&self);
            shorten_holds(&self);
        }
        minimal->cut = is_cut(&self);
        if (!fails && !minimal->cut)
            continue;
        struct schedule found = *schedule;
        found.holds.at = self.best.at;
        found.holds.len = self.best.len;
        campaign__tell_proof(campaign, "replaying what is left: %zu holds", self.best.len);
        campaign__extend_proof(campaign);
        proof_replay(campaign, &found, PROOF_TIMES, &minimal->replays);
        if (proof_stands(&minimal->replays) || minimal->cut || campaign__over(campaign))
            break;
    }
    minimal->runs = self.runs;
    minimal->holds.at = self.best.at;
    minimal->holds.len = self.best.len;
    minimal->holds.room = self.best.room;
    measures_free(&self.measures);
    measures_free(&self.spare);
}

void proof_print(const struct schedule *schedule, const struct minimal *minimal, struct buf *out)
{
    struct schedule found = *schedule;
    found.holds.at = minimal->holds.at;
    found.holds.len = minimal->holds.len;
    schedule_print(&found, out);
}
