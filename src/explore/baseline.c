/* The baseline: what the program does when nobody interferes. It must pass, or nothing can be said
 * of its schedules; it teaches which output is usual, how long a run takes and how many events it
 * has. Where it fails, the next question is whose fault that is: the isolation's, ours, or the
 * program's own. */
#include "base/file.h"
#include "base/random.h"
#include "explore/campaign_private.h"
#include "explore/outside.h"
#include "trace/trace.h"

static const int64_t second = 1000000000;

enum { BASELINE_TIMEOUT_S = 300, SHORTEST_TIMEOUT_S = 30, TIMEOUT_FACTOR = 20, STUCK_WAIT_S = 10 };

struct baseline {
    struct campaign *campaign;
    struct numbers ms;
    uint64_t failures;
    struct outcome failure; /* the last one */
    bool controlled;
    bool tried_network, model_refused;
    uint16_t wanted_port; /* of the machine, that it could not reach; 0: none */
};

static int64_t timeout_of(const struct campaign *self)
{
    return self->options->timeout_ns ? self->options->timeout_ns : BASELINE_TIMEOUT_S * second;
}

static void learn(struct baseline *self, const struct trial *trial)
{
    struct campaign *campaign = self->campaign;
    struct capture output;
    int64_t events = 0;
    for (size_t i = 0; i < SEGMENT_PROCESSES; i++) {
        events += (int64_t)atomic_load(&trial->segment->processes[i].events);
        self->controlled |= atomic_load(&trial->segment->processes[i].was_controlled) != 0;
    }
    if (events > campaign->pct_length)
        campaign->pct_length = events;
    int64_t own = (int64_t)atomic_load(&trial->segment->own_events);
    if (own > campaign->own_length)
        campaign->own_length = own;
    campaign__note_processes(campaign, trial->segment);
    if (capture_open(&output, trial->output_path, CAPTURE_KEPT, NULL)) {
        signature_learn(&campaign->rules, capture_end(&output, 512 * 1024));
        capture_close(&output);
    }
}

/* With the log, whoever looks for the reason sees what was decided last. */
static void keep_log(struct campaign *self, const struct trial *trial, const char *name)
{
    struct buf text = {0};
    struct traces traces;
    char *path = mem_printf("%s/%s.log", self->options->out, name);
    campaign__gather(self, trial, &traces);
    traces_print(&traces, &text);
    if (text.len)
        file_write_private(path, buf_view(&text), NULL);
    traces_free(&traces);
    buf_free(&text);
    free(path);
}

void campaign__keep_failure(struct campaign *self, const struct trial *trial, const char *name)
{
    struct capture output;
    if (!make_folders(self->options->out, NULL))
        return;
    keep_log(self, trial, name);
    if (!capture_open(&output, trial->output_path, CAPTURE_KEPT, NULL))
        return;
    free(self->result->baseline_lines);
    free(self->result->baseline_output);
    struct buf text = {0};
    capture_text(&output, &text);
    self->result->baseline_lines = findings_last_lines(buf_view(&text));
    self->result->baseline_output = mem_printf("%s/%s.out", self->options->out, name);
    file_write_private(self->result->baseline_output, buf_view(&text), NULL);
    buf_free(&text);
    capture_close(&output);
}

/* A port that was asked for in vain so often, while somebody listens there outside. */
static uint16_t unreached_port(const struct trial *trial, uint32_t least)
{
    for (size_t i = 0; i < SEGMENT_REFUSED; i++) {
        uint16_t port = atomic_load(&trial->segment->refused_ports[i]);
        if (port && atomic_load(&trial->segment->refusals[i]) >= least && outside_listens(port))
            return port;
    }
    return 0;
}

/* Whoever asks for it for ever never ends: after a few seconds of that nothing else is waited for.
 */
static void run_to_end(struct baseline *self, struct trial *trial)
{
    enum { OFTEN = 10, LONG_S = 3 };
    uint64_t next_ns = trial->started_ns + LONG_S * (uint64_t)second;
    bool own_network = trial->plan.isolated && !self->campaign->result->shares_network;
    while (!trial->ended) {
        campaign__turn(self->campaign);
        if (!own_network || real_now_ns() < next_ns)
            continue;
        next_ns += (uint64_t)second;
        if (unreached_port(trial, OFTEN))
            trial_end(trial);
    }
    if (own_network)
        self->wanted_port = unreached_port(trial, 1);
}

/* One run to its end. True where it passed. */
static bool try_once(struct baseline *self, const char *name, bool shim, int64_t timeout_ns)
{
    struct campaign *campaign = self->campaign;
    struct trial_plan plan = {
        .name = name,
        .config = campaign->options->config,
        .argv = campaign->options->argv,
        .shim = shim,
        .agent = campaign->options->agent,
        .isolated = campaign->result->isolated,
        .timeout_ns = timeout_ns,
    };
    plan.config.seed = random_mix(campaign->options->seed, 0);
    plan.config.strategy = STRATEGY_NONE;
    plan.config.log = 1;
    struct trial *trial = campaign__start(campaign, &plan);
    if (trial)
        run_to_end(self, trial);
    struct outcome outcome = trial ? campaign__judge(campaign, trial) : (struct outcome){0};
    bool passed = !campaign__over(campaign) && !outcome_failed(outcome);
    if (!campaign__over(campaign)) {
        *vec_push(&self->ms) = trial->wall_ms;
        if (passed)
            learn(self, trial);
        else
            campaign__keep_failure(campaign, trial, "baseline");
    }
    if (!passed)
        self->failure = outcome;
    if (!passed && trial && trial->segment)
        self->model_refused = atomic_load(&trial->segment->model_refused) != 0;
    if (trial)
        campaign__drop(campaign, trial);
    return passed;
}

static bool try_all(struct baseline *self)
{
    self->ms.len = 0;
    self->failures = 0;
    /* a replay only learns which lines are usual: the program is known to pass */
    int runs = self->campaign->options->task == CAMPAIGN_EXPLORES ? BASELINE_RUNS : 1;
    if (strcmp(self->campaign->options->strategy, "auto") == 0)
        runs--; /* the natural run comes behind them (natural.c) */
    for (int i = 0; i < runs && !self->failures; i++) {
        if (i > 0 && campaign__budget_spent(self->campaign))
            break;
        self->failures += !try_once(self, "baseline", true, timeout_of(self->campaign));
    }
    self->campaign->result->baseline.runs = self->ms.len;
    self->campaign->result->baseline.failures = self->failures;
    self->campaign->result->baseline.median_ms = numbers_median(&self->ms);
    return !self->failures;
}

/* A program that talks to a database of this machine, say, cannot live in a network of its own. Its
 * files stay isolated: what failed may have been something that removes them. */
static bool try_with_network(struct baseline *self)
{
    struct campaign *campaign = self->campaign;
    if (campaign->result->shares_network || campaign__over(campaign) ||
        self->failure.kind == OUTCOME_STUCK || self->model_refused)
        return false;
    struct outcome isolated_failure = self->failure;
    struct buf failure = {0};
    outcome_print(isolated_failure, campaign->options->fail_on, &failure);
    if (self->wanted_port)
        buf_printf(&failure,
                   "; it asked in vain for port %d, on which a process of this machine "
                   "listens",
                   self->wanted_port);
    campaign__warn(campaign,
                   "fails with a network of its own (%s): trying again with the machine's; files, "
                   "/tmp and processes stay isolated",
                   failure.at);
    buf_free(&failure);
    campaign__share_network(campaign, true);
    self->tried_network = true;
    if (try_all(self)) {
        campaign__warn(campaign, "needs the machine's network: every run shares it, one at a time");
        return true;
    }
    campaign__share_network(campaign, false);
    if (!campaign__over(campaign))
        self->failure = isolated_failure;
    return false;
}

/* Without the shim, and isolated as before. */
static bool passes_alone(struct baseline *self, int64_t timeout_ns)
{
    struct campaign *campaign = self->campaign;
    if (try_once(self, "alone", false, timeout_ns))
        return true;
    if (!self->tried_network || campaign__over(campaign))
        return false;
    campaign__share_network(campaign, true);
    bool passed = try_once(self, "alone", false, timeout_ns);
    campaign__share_network(campaign, false);
    return passed;
}

static void blame(struct baseline *self)
{
    struct campaign *campaign = self->campaign;
    struct buf failure = {0}, text = {0};
    outcome_print(self->failure, campaign->options->fail_on, &failure);
    bool waits = self->failure.kind == OUTCOME_STUCK || self->failure.kind == OUTCOME_TIMEOUT;
    int64_t limit = timeout_of(campaign);
    if (waits && limit > STUCK_WAIT_S * second)
        limit = STUCK_WAIT_S * second;
    if (self->model_refused)
        buf_printf(&text,
                   "a model of interloper.json does not fit the program (%s): its output says "
                   "which one",
                   failure.at);
    else if (passes_alone(self, limit))
        buf_printf(&text,
                   "the program passes alone but fails under interloper's control, though nothing "
                   "was perturbed (%s): a defect of interloper, or a program that depends on real "
                   "time; try --real-time",
                   failure.at);
    else
        buf_printf(
            &text,
            "the program fails by itself, unperturbed (%s): nothing can be said of its "
            "schedules%s",
            failure.at,
            waits ? "; it did not end by itself: give a command that does, such as a test that "
                    "starts the server, talks to it and stops it"
            : campaign->result->shares_files
                ? ""
                : "; it ran on a copy of its files: --share files if it needs the real ones");
    if (!campaign__over(campaign))
        campaign->result->baseline_problem = buf_take(&text);
    buf_free(&failure);
    buf_free(&text);
}

static void warn_of_lack_of_control(struct baseline *self)
{
    struct campaign *campaign = self->campaign;
    if (self->controlled)
        return;
    campaign__warn(campaign,
                   campaign->result->processes.len
                       ? "no process was controlled: none of them has an event loop, so every run "
                         "is like the baseline"
                       : "no process was controlled: the shim was never loaded (a static binary?), "
                         "so every run is like the baseline");
}

/* A few events more or less from one baseline to the next must not change what a seed means: only
 * the three highest bits count, rounded up. */
static int64_t steady(int64_t events)
{
    int64_t step = 1;
    while (events / step >= 8)
        step *= 2;
    return (events + step - 1) / step * step;
}

static int64_t derived_timeout(const struct campaign *self)
{
    if (self->options->timeout_ns)
        return self->options->timeout_ns;
    int64_t derived = (int64_t)(self->result->baseline.median_ms * 1e6) * TIMEOUT_FACTOR;
    return derived > SHORTEST_TIMEOUT_S * second ? derived : SHORTEST_TIMEOUT_S * second;
}

bool campaign__baseline(struct campaign *self)
{
    struct baseline baseline = {.campaign = self};
    bool passed = try_all(&baseline) || try_with_network(&baseline);
    if (passed) {
        if (baseline.controlled && !self->options->agent)
            campaign__warn(self, "without the agent (--no-agent) time-outs of a second or more are "
                                 "protected only where they are the next timer");
        if (baseline.wanted_port && !baseline.tried_network)
            campaign__warn(self,
                           "it asked in vain for port %d, on which a process of this machine "
                           "listens: runs have a network of their own; --share network gives "
                           "them the machine's",
                           baseline.wanted_port);
        warn_of_lack_of_control(&baseline);
        self->result->timeout_ns = derived_timeout(self);
        self->pct_length = steady(self->pct_length);
        self->own_length = steady(self->own_length);
    } else if (!campaign__over(self)) {
        blame(&baseline);
    }
    vec_free(&baseline.ms);
    return passed && !campaign__over(self);
}
