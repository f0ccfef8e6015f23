#include "explore/campaign_private.h"

#include "base/deadline.h"
#include "base/file.h"
#include "base/mapped.h"
#include "base/random.h"
#include "event/text.h"
#include "explore/description.h"
#include "explore/direct.h"
#include "explore/plan.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

enum {
    WINDOW = 256, /* runs that may be ahead of the oldest that is not over: bounds the disk */
};

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double numbers_median(struct numbers *self)
{
    if (!self->len)
        return 0;
    qsort(self->at, self->len, sizeof *self->at, by_size);
    size_t middle = self->len / 2;
    return self->len % 2 ? self->at[middle] : (self->at[middle - 1] + self->at[middle]) / 2;
}

void campaign__warn(struct campaign *self, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    vec_each (told, &self->result->warnings)
        if (strcmp(*told, text) == 0)
            return; /* in an earlier process of the tool */
    *vec_push(&self->result->warnings) = mem_dup(text);
    if (self->observer->warning)
        self->observer->warning(self->observer->context, text);
}

bool campaign__over(const struct campaign *self)
{
    return self->result->interrupted || self->broken;
}

static double ms_since(uint64_t start_ns)
{
    return (double)(real_now_ns() - start_ns) / 1e6;
}

bool campaign__budget_spent(const struct campaign *self)
{
    return self->options->budget_ns > 0 &&
           real_now_ns() - self->started_ns >= (uint64_t)self->options->budget_ns;
}

static void show_progress(struct campaign *self)
{
    if (!self->observer->progress)
        return;
    struct campaign_progress progress = {
        .done = self->result->runs,
        .planned = (uint64_t)self->options->runs,
        .failures = self->result->failures,
        .elapsed_ms = self->explore_started_ns ? ms_since(self->explore_started_ns) : 0,
        .trying = self->trying,
        .proving = self->proving[0] ? self->proving : NULL,
    };
    self->observer->progress(self->observer->context, &progress);
}

static void on_tick(void *context)
{
    struct campaign *self = context;
    if (campaign__over(self))
        runner_discard(&self->runner);
    show_progress(self);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    struct campaign *self = handle->data;
    self->result->interrupted = true;
    runner_discard(&self->runner);
}

/* The loop may be away for long, with what a program left to be read: time runs from the signal. */
static void (*libuv_handler)(int);

static void start_deadline(int number)
{
    deadline_start();
    libuv_handler(number);
}

static void stand_before_libuv(int number)
{
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0 || (action.sa_flags & SA_SIGINFO) ||
        action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)
        return;
    libuv_handler = action.sa_handler;
    action.sa_handler = start_deadline;
    sigaction(number, &action, NULL);
}

/* libuv aborts where it cannot have its own few: so it is asked only where there is room. */
static bool has_descriptors(struct error *error)
{
    int spare[12];
    size_t count = 0;
    while (count < COUNT_OF(spare) &&
           (spare[count] = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) >= 0)
        count++;
    bool enough = count == COUNT_OF(spare);
    while (count)
        close(spare[--count]);
    return enough || error_set(error, EXIT_ENVIRONMENT,
                               "cannot start: too many open files (ulimit -n is too low)");
}

/* False where it cannot be had, for want of descriptors say: a loop without its parts would turn
 * for nothing. */
static bool open_loop(struct campaign *self)
{
    static const int numbers[COUNT_OF(((struct campaign *)0)->signals)] = {SIGINT, SIGTERM, SIGHUP};
    if (!runner_open(&self->runner, &self->place, on_tick, self, self->error))
        return false;
    int trouble = 0;
    for (size_t i = 0; !trouble && i < COUNT_OF(self->signals); i++) {
        trouble = uv_signal_init(&self->runner.loop, &self->signals[i]);
        self->signals[i].data = self;
        if (!trouble)
            trouble = uv_signal_start(&self->signals[i], on_signal, numbers[i]);
        if (!trouble)
            stand_before_libuv(numbers[i]);
    }
    if (!trouble)
        return true;
    for (size_t i = 0; i < COUNT_OF(self->signals); i++)
        if (self->signals[i].loop)
            uv_close((uv_handle_t *)&self->signals[i], NULL);
    runner_close(&self->runner);
    return error_set(self->error, EXIT_ENVIRONMENT, "cannot start: %s", uv_strerror(trouble));
}

static void close_loop(struct campaign *self)
{
    runner_stop(&self->runner);
    for (size_t i = 0; i < COUNT_OF(self->signals); i++)
        uv_close((uv_handle_t *)&self->signals[i], NULL);
    runner_close(&self->runner);
}

struct trial *campaign__start(struct campaign *self, const struct trial_plan *plan)
{
    struct trial *trial = runner_start(&self->runner, plan, self->error);
    if (!trial)
        self->broken = true;
    return trial;
}

static void tell_cut(struct campaign *self);

void campaign__turn(struct campaign *self)
{
    runner_turn(&self->runner);
    tell_cut(self);
}

static void tell_cut(struct campaign *self)
{
    if (mapped_was_cut() && !self->warned_of_cut) {
        campaign__warn(self, "the program cut off the file that it shares with interloper: what is "
                             "known of that run is not complete");
        self->warned_of_cut = true;
    }
}

void campaign__drop(struct campaign *self, struct trial *trial)
{
    runner_drop(&self->runner, trial);
}

static bool breaks(struct campaign *self, const struct trial *trial)
{
    const struct ending *ending = &trial->ending;
    if (trial->stop == TRIAL_RUNS && ending->kind == ENDING_NO_EXEC)
        error_set(self->error, EXIT_BAD_USAGE, "%s: cannot be run: %s", self->place.program,
                  strerror(ending->number));
    else if (trial->stop == TRIAL_RUNS && ending->kind == ENDING_NO_ISOLATION)
        error_set(self->error, EXIT_ENVIRONMENT,
                  self->result->isolated
                      ? "isolation failed (%s: %s); try --no-isolate"
                      : "the run could not be watched over (%s: %s): mount a /proc of this process "
                        "namespace first",
                  ending->step, strerror(ending->number));
    else
        return false;
    self->broken = true;
    return true;
}

static void tell_full(struct campaign *self, bool full)
{
    if (!full || self->warned_of_room)
        return;
    campaign__warn(
        self,
        "a run filled the %llu MB that an isolated run may write; from then on its "
        "writes failed (ENOSPC). --write-limit allows more, with --share files there is no limit",
        (unsigned long long)(self->place.isolation.most_bytes >> 20));
    self->warned_of_room = true;
}

enum { COMPARED_BYTES = 512 * 1024 }; /* of what a run printed last */

static uint64_t digest_of(const struct campaign *self, const struct capture *output)
{
    return signature_digest(&self->rules, capture_end(output, COMPARED_BYTES));
}

void campaign__learn_output(struct campaign *self, const struct trial *trial)
{
    struct capture output;
    if (!capture_open(&output, trial->output_path, CAPTURE_KEPT, NULL))
        return;
    self->knows_output = true;
    self->usual_output = digest_of(self, &output);
    signature_learn(&self->rules, capture_end(&output, COMPARED_BYTES));
    capture_close(&output);
}

struct outcome campaign__judge(struct campaign *self, const struct trial *trial)
{
    struct outcome outcome = trial->outcome;
    struct capture output;
    tell_full(self, trial->ending.full);
    if (breaks(self, trial) || outcome_failed(outcome) ||
        !(self->has_fail_on || self->knows_output) ||
        !capture_open(&output, trial->output_path, CAPTURE_KEPT, NULL))
        return outcome;
    if (self->has_fail_on && capture_matches(&output, &self->fail_on))
        outcome.kind = OUTCOME_MATCH;
    else if (self->knows_output && digest_of(self, &output) != self->usual_output)
        outcome.kind = OUTCOME_OUTPUT;
    capture_close(&output);
    return outcome;
}

static struct campaign_process *find_process(struct campaign_result *result, const char *name)
{
    vec_each (process, &result->processes)
        if (strcmp(process->name, name) == 0)
            return process;
    return NULL;
}

/* Where Node had no agent, the result says so. */
static void note_agent(struct campaign *self, struct campaign_process *process,
                       const struct record_process *seen)
{
    process->agent |= seen->agent;
    if (process->warned || !(seen->without || seen->in_parts))
        return;
    process->warned = true;
    campaign__warn(self,
                   "process %s (%s): the agent could not be loaded%s; time-outs of a second or "
                   "more are protected only where they are the next timer",
                   process->name, process->command,
                   seen->without ? "" : " into all of its threads");
}

void campaign__note_recorded(struct campaign *self, const struct record *record)
{
    vec_each (seen, &record->processes) {
        struct campaign_process *process = find_process(self->result, seen->name);
        if (!process) {
            process = vec_push(&self->result->processes);
            process->name = mem_dup(seen->name);
            process->command = mem_dup(seen->command);
        }
        process->controlled |= seen->controlled;
        note_agent(self, process, seen);
    }
    if (record->crowded && !self->warned_of_crowd) {
        campaign__warn(
            self,
            "a run had more than %d processes that are alive or were controlled, or more "
            "than %d event loops at once; the others were not controlled",
            SEGMENT_PROCESSES, SEGMENT_SLOTS);
        self->warned_of_crowd = true;
    }
    if (record->unlisted && !self->warned_of_list) {
        campaign__warn(self,
                       "a run had more than %d processes; some of those that had no event "
                       "loop are not listed",
                       SEGMENT_PROCESSES);
        self->warned_of_list = true;
    }
    if (record->log_incomplete && !self->warned_of_logs) {
        campaign__warn(self, "a decision log could not be written in full (disk full?)");
        self->warned_of_logs = true;
    }
}

void campaign__note_processes(struct campaign *self, const struct segment *segment)
{
    struct record *record = mem_zalloc(sizeof *record);
    record_processes(record, segment);
    campaign__note_recorded(self, record);
    record_free(record);
}

void campaign__gather(struct campaign *self, const struct trial *trial, struct traces *traces)
{
    traces_gather(traces, trial->folder);
    if (!traces->unread || self->warned_of_traces)
        return;
    campaign__warn(self, "%zu trace%s of a run could not be read: too many, too large, or not ours",
                   traces->unread, traces->unread == 1 ? "" : "s");
    self->warned_of_traces = true;
}

static void write_log(struct campaign *self, const struct record *record)
{
    struct error error;
    if (record->log && !file_write_private(self->options->log, str_of(record->log), &error) &&
        !self->warned_of_log_file) {
        campaign__warn(self, "%s", error.message);
        self->warned_of_log_file = true;
    }
}

void campaign__describe(struct campaign *self, const struct trial *trial, struct outcome outcome,
                        struct buf *name, struct buf *signature, struct buf *test)
{
    struct description description;
    description_of_trial(&description, self, trial, outcome);
    buf_str(name, buf_view(&description.outcome));
    buf_str(signature, description.list.at[0].signature);
    if (test)
        buf_str(test, description.list.at[0].test);
    description_free(&description);
}

static void add_failure(struct campaign *self, struct record *record)
{
    struct error error;
    struct findings *findings = &self->result->findings;
    self->result->failures++;
    if (!self->result->first_failure) {
        self->result->first_failure = record->number;
        if (self->options->task != CAMPAIGN_TELLS) /* which only counts what is kept */
            self->result->first_failure_ms = ms_since(self->started_ns);
    }
    if (findings_know(findings, record->name, record->signature))
        campaign__drop_files(self, record);
    else
        campaign__load_files(self, record);
    if (!findings_add(findings, record, &error))
        campaign__warn(self, "%s", error.message);
}

/* Of holds that were not met; NULL where all were. */
static char *unmet_words(const struct schedule *schedule, const struct plan_fates *fates)
{
    enum { SHOWN = 5 };
    if (!fates->unmet.len)
        return NULL;
    struct buf text = {0};
    buf_printf(&text, "of %zu holds %zu were met; not: ", fates->holds, fates->met);
    for (size_t i = 0; i < fates->unmet.len && i < SHOWN; i++) {
        buf_text(&text, i ? "; " : "");
        buf_hold(&text, &schedule->holds.at[fates->unmet.at[i]]);
    }
    buf_text(&text, fates->unmet.len > SHOWN ? "; …" : "");
    return buf_take(&text);
}

static void tell_note(struct campaign *self, const char *note)
{
    if (note && *note && !self->warned_of_holds) {
        campaign__warn(self, "%s", note);
        self->warned_of_holds = true;
    }
}

void campaign__tell_unmet(struct campaign *self, const struct schedule *schedule,
                          const struct plan_fates *fates)
{
    char *note = unmet_words(schedule, fates);
    tell_note(self, note);
    free(note);
}

/* Making the record of a run that is over. */

static void record_met(struct campaign *self, struct record *record, const struct trial *trial)
{
    const struct schedule *schedule = self->options->schedule;
    struct plan_fates fates;
    char *path = mem_printf("%s/holds", trial->folder);
    plan_fates(path, schedule->holds.len, &fates);
    free(path);
    record->met = fates.met;
    record->note = unmet_words(schedule, &fates);
    vec_free(&fates.unmet);
}

static void record_failure(struct campaign *self, struct record *record, const struct trial *trial,
                           const struct traces *traces)
{
    struct buf name = {0}, signature = {0};
    struct error error;
    campaign__describe(self, trial, record->outcome, &name, &signature, NULL);
    record->name = buf_take(&name);
    record->signature = buf_take(&signature);
    if (!findings_know(&self->result->findings, record->name, record->signature) &&
        !record_files(record, trial, &self->place, traces, &error))
        campaign__warn(self, "%s", error.message);
}

static struct record *make_record(struct campaign *self, const struct pending *pending)
{
    const struct trial *trial = pending->trial;
    struct traces traces;
    struct record *record = mem_zalloc(sizeof *record);
    record->number = pending->number;
    record->plan = pending->plan;
    record->seed = trial->plan.config.seed;
    record->strategy = (enum strategy_kind)trial->plan.config.strategy;
    record->outcome = campaign__judge(self, trial);
    record->wall_ms = trial->wall_ms;
    record->cpu_ms = trial->ending.cpu_ms;
    record->at_ms = ms_since(self->started_ns);
    record->full = trial->ending.full;
    record_processes(record, trial->segment);
    campaign__gather(self, trial, &traces);
    record->seen = search_take(self->search, &traces);
    if (self->options->schedule)
        record_met(self, record, trial);
    if (outcome_failed(record->outcome) && !self->broken)
        record_failure(self, record, trial, &traces);
    if (self->options->log) {
        struct buf text = {0};
        traces_print(&traces, &text);
        record->log = buf_take(&text);
    }
    traces_free(&traces);
    return record;
}

/* Runs end in any order: each is kept as soon as it is over. */
static void record_ended(struct campaign *self)
{
    for (size_t i = 0; i < self->pending.len;) {
        struct pending *pending = &self->pending.at[i];
        struct trial *trial = pending->trial;
        if (!trial || !trial->ended) {
            i++;
            continue;
        }
        bool wanted = trial->stop != TRIAL_DISCARDED && !self->broken;
        if (wanted) {
            pending->record = make_record(self, pending);
            if (!self->broken)
                campaign__keep(self, pending->record);
        }
        pending->trial = NULL;
        campaign__drop(self, trial);
        if (wanted)
            i++;
        else
            vec_remove(&self->pending, i);
    }
}

static void teach(struct campaign *self, struct record *record, bool is_new)
{
    search_learn(self->search, record->number,
                 !outcome_failed(record->outcome) ? SEARCH_PASSED
                 : is_new                         ? SEARCH_FAILED_NEW
                                                  : SEARCH_FAILED_AGAIN,
                 &record->seen);
}

/* Takes a finished run into the result. Called in the order of run numbers. */
static void count(struct campaign *self, struct record *record)
{
    struct campaign_result *result = self->result;
    bool failed = outcome_failed(record->outcome);
    size_t findings = result->findings.list.len;
    result->runs++;
    *vec_push(&self->run_ms) = record->wall_ms;
    *vec_push(&self->run_cpu_ms) = record->cpu_ms;
    campaign__note_recorded(self, record);
    tell_full(self, record->full);
    if (failed)
        add_failure(self, record);
    teach(self, record, result->findings.list.len > findings);
    if (self->options->schedule) {
        if (result->runs == 1 || record->met < result->met)
            result->met = record->met;
        tell_note(self, record->note);
    }
    if (self->options->log)
        write_log(self, record);
    if (failed && self->options->until_fail)
        self->last_run = record->number;
}

static void count_recorded(struct campaign *self)
{
    while (self->pending.len && self->pending.at[0].record && !self->broken) {
        struct record *record = self->pending.at[0].record;
        vec_remove(&self->pending, 0);
        if (record->number <= self->last_run)
            count(self, record);
        record_free(record);
    }
}

/* With --until-fail nothing beyond a failed run is wanted any more, though those before it are. */
static void narrow(struct campaign *self)
{
    vec_each (pending, &self->pending)
        if (self->options->until_fail && pending->record &&
            outcome_failed(pending->record->outcome) && pending->number < self->last_run)
            self->last_run = pending->number;
    vec_each (pending, &self->pending)
        if (pending->trial && pending->number > self->last_run)
            trial_discard(pending->trial);
}

/* Of the time there is, a quarter is kept for proving, where there is something to prove. */
static bool explored_enough(const struct campaign *self)
{
    uint64_t budget = (uint64_t)self->options->budget_ns;
    return self->options->budget_ns > 0 &&
           real_now_ns() - self->started_ns >=
               (self->result->findings.list.len ? budget - budget / 4 : budget);
}

static bool may_run(const struct campaign *self)
{
    return self->options->task != CAMPAIGN_TELLS && !explored_enough(self);
}

static bool start_trial(struct campaign *self, struct pending *pending,
                        const struct search_plan *next)
{
    char name[32];
    snprintf(name, sizeof name, "run-%llu", (unsigned long long)pending->number);
    struct trial_plan plan = {
        .name = name,
        .index = pending->number,
        .config = next->config,
        .argv = self->options->argv,
        .shim = true,
        .agent = self->options->agent,
        .isolated = self->result->isolated,
        .timeout_ns = self->result->timeout_ns,
        .holds = self->plan.len ? buf_view(&self->plan) : next->holds,
    };
    plan.config.seed = random_mix(self->options->seed, pending->number);
    plan.config.log = 1;
    pending->plan = record_plan(&plan);
    pending->record = campaign__kept(self, pending->number);
    if (pending->record && pending->record->plan != pending->plan &&
        self->options->task == CAMPAIGN_TELLS) {
        self->differs = true;
        pending->record->seen.count = 0;
    } else if (pending->record && pending->record->plan != pending->plan) {
        record_free(pending->record);
        self->broken = true;
        return error_set(self->error, EXIT_BAD_USAGE,
                         "%s/" STORE_NAME ": run %llu was another one there: the store is damaged, "
                         "or of another version of interloper",
                         self->options->out, (unsigned long long)pending->number);
    }
    if (!pending->record && may_run(self)) {
        self->trying = next->words;
        pending->trial = campaign__start(self, &plan);
    }
    return pending->record || pending->trial;
}

/* A run that an earlier process of the tool has done is taken from the store. False: nothing can be
 * started now, or ever. */
static bool start_next(struct campaign *self)
{
    struct search_plan next;
    enum search_answer answer = search_next(self->search, self->next_run, &next);
    if (answer == SEARCH_DONE)
        self->last_run = self->next_run - 1;
    if (answer != SEARCH_PLAN)
        return false;
    struct pending pending = {.number = self->next_run};
    self->next_run += self->step;
    if (start_trial(self, &pending, &next))
        *vec_push(&self->pending) = pending;
    else /* cut off by the end of the budget, it taught nothing */
        search_learn(self->search, pending.number, SEARCH_PASSED, &(struct model_run){0});
    return !self->broken;
}

static bool may_start(const struct campaign *self)
{
    bool is_kept = self->next_kept < self->kept.list.len;
    return !campaign__over(self) && self->next_run <= self->last_run &&
           self->pending.len < WINDOW &&
           (is_kept || (!explored_enough(self) &&
                        runner_running(&self->runner) < (uint64_t)self->result->jobs));
}

/* Which numbers: all of them, or of N shards those of the K-th. */
static void number_runs(struct campaign *self)
{
    const struct campaign_options *options = self->options;
    uint64_t first = (uint64_t)options->first_run;
    bool all = options->task == CAMPAIGN_TELLS || !options->shards;
    self->last_run = options->runs ? first + (uint64_t)options->runs - 1 : UINT64_MAX;
    self->step = all ? 1 : (uint64_t)options->shards;
    self->next_run = first + (all ? 0 : (uint64_t)options->shard - 1);
    if (options->task == CAMPAIGN_TELLS)
        self->last_run = self->kept.list.len ? vec_last(&self->kept.list)->number : 0;
}

static void drop_pending(struct campaign *self)
{
    vec_each (pending, &self->pending)
        record_free(pending->record);
    vec_free(&self->pending);
}

static void explore(struct campaign *self)
{
    number_runs(self);
    campaign__open_search(self);
    if (!self->restored) {
        self->explore_started_ns = real_now_ns();
        if (!campaign__over(self))
            campaign__keep_baseline(self);
    }
    while (!self->broken) {
        while (may_start(self) && start_next(self))
            count_recorded(self);
        if (!self->pending.len)
            break;
        campaign__turn(self);
        record_ended(self);
        narrow(self);
        if (explored_enough(self))
            runner_discard(&self->runner);
        count_recorded(self);
    }
    drop_pending(self);
    self->result->explored_ms = ms_since(self->explore_started_ns);
    self->result->coverage = search_coverage(self->search);
    if (self->differs) {
        self->result->coverage.known = false;
        campaign__warn(self, "the shards' natural runs were not the same: which pairs of events "
                             "were tried is not known");
    }
    search_free(self->search);
    if (!self->result->runs && campaign__budget_spent(self) && !campaign__over(self))
        campaign__warn(self, "the budget was spent before a single run was over");
}

static int64_t core_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    return 1;
}

bool campaign__replays_file(const struct campaign *self)
{
    enum campaign_task task = self->options->task;
    return task == CAMPAIGN_REPLAYS || task == CAMPAIGN_MINIMISES || task == CAMPAIGN_EXPLAINS;
}

void campaign__share_network(struct campaign *self, bool share)
{
    self->place.isolation.share_network = share;
    self->result->shares_network = share;
}

/* The real files are never shared unasked: a clean-up that goes wrong would go wrong on them. */
static bool choose_isolation(struct campaign *self)
{
    const struct campaign_options *options = self->options;
    char why[256], still[256];
    self->result->isolated = options->isolate;
    self->result->shares_files = !options->isolate || options->share_files;
    self->place.isolation.share_files = options->share_files;
    if (options->most_written_mb)
        self->place.isolation.most_bytes = (uint64_t)options->most_written_mb << 20;
    campaign__share_network(self, !options->isolate || options->share_network);
    if (!options->isolate)
        return true;
    if (workplace_can_isolate(&self->place, why, sizeof why)) {
        if (why[0])
            campaign__warn(self, "root inside a run can reach what it should not (%s)", why);
        return true;
    }
    campaign__share_network(self, true);
    if (!options->share_network && workplace_can_isolate(&self->place, still, sizeof still)) {
        campaign__warn(self,
                       "runs cannot have a network of their own here (%s): they share the "
                       "machine's, but neither files nor processes",
                       why);
        return true;
    }
    self->broken = true;
    return error_set(self->error, EXIT_ENVIRONMENT,
                     "runs cannot be isolated here (%s); --no-isolate runs the program on your "
                     "real files, network and processes",
                     why);
}

static void choose_jobs(struct campaign *self)
{
    int64_t jobs = self->options->jobs;
    if (!jobs)
        jobs = self->result->shares_network || self->result->shares_files ? 1 : core_count();
    self->result->jobs = jobs;
}

static bool compile_regex(struct campaign *self)
{
    const char *text = self->options->fail_on;
    if (!text)
        return true;
    int problem = regcomp(&self->fail_on, text, REG_EXTENDED | REG_NEWLINE);
    char why[128];
    if (problem) {
        regerror(problem, &self->fail_on, why, sizeof why);
        return error_set(self->error, EXIT_BAD_USAGE, "--fail-on: '%s': %s", text, why);
    }
    self->has_fail_on = true;
    return true;
}

/* Found out before the first run rather than behind the last. */
static bool check_log(struct campaign *self)
{
    const char *path = self->options->log;
    return !path || (file_check_writable(path, self->error) &&
                     file_write_private(path, STR(""), self->error));
}

static void finish(struct campaign *self)
{
    self->result->elapsed_ms = ms_since(self->started_ns);
    self->result->median_run_ms = numbers_median(&self->run_ms);
    self->result->median_run_cpu_ms = numbers_median(&self->run_cpu_ms);
    signature_rules_free(&self->rules);
    vec_free(&self->run_ms);
    vec_free(&self->run_cpu_ms);
    if (self->has_fail_on)
        regfree(&self->fail_on);
    buf_free(&self->plan);
    vec_free(&self->pending);
    campaign__close_store(self);
    workplace_close(&self->place);
}

static void warn_other(struct campaign *self, const char *what, struct str made, const char *now)
{
    if (made.len && !str_is(made, now))
        campaign__warn(self, "the schedule was made with %s " STR_FMT ", this is %s", what,
                       STR_ARG(made), now);
}

/* Keys name what happened there; here it may be called otherwise, or not happen. */
static void compare_header(struct campaign *self)
{
    const struct schedule *schedule = self->options->schedule;
    if (!schedule)
        return;
    bool virtual = self->options->config.controls & CONTROL_CLOCK;
    warn_other(self, "Node", schedule->node, workplace_node_version(&self->place));
    warn_other(self, "interloper", schedule->engine, INTERLOPER_VERSION);
    if (schedule->folder.len && !str_is(schedule->folder, self->place.current))
        campaign__warn(self, "the schedule was made in " STR_FMT ", this is %s",
                       STR_ARG(schedule->folder), self->place.current);
    warn_other(self, "the clock", schedule->real_time ? STR("real") : STR("virtual"),
               virtual ? "virtual" : "real");
    if (schedule->isolated != self->result->isolated)
        campaign__warn(self, "the schedule was made %s, this runs %s",
                       schedule->isolated ? "isolated" : "without isolation",
                       self->result->isolated ? "isolated" : "without isolation");
    struct buf made = {0}, now = {0};
    vec_each (word, &schedule->command)
        buf_printf(&made, "%s" STR_FMT, made.len ? " " : "", STR_ARG(*word));
    for (char **word = self->options->argv; *word; word++)
        buf_printf(&now, "%s%s", now.len ? " " : "", *word);
    if (!str_equal(buf_view(&made), buf_view(&now)))
        campaign__warn(self, "the schedule was made for '%s', this is '%s'", made.at, now.at);
    buf_free(&made);
    buf_free(&now);
}

static void do_task(struct campaign *self)
{
    const struct campaign_options *options = self->options;
    if (options->task == CAMPAIGN_EXPLORES) {
        explore(self);
        campaign__prove(self);
        return;
    }
    if (options->budget_ns)
        self->proof_until_ns = self->started_ns + (uint64_t)options->budget_ns;
    if (options->task == CAMPAIGN_DETECTS) {
        options->detect(self, options->detect_context);
        self->proving[0] = '\0';
        return;
    }
    struct proof_fitted *fitted = &self->result->fitted;
    if (options->task == CAMPAIGN_EXPLAINS) {
        campaign__tell_proof(self, "running it twice with stacks");
        explain_schedule(self, options->schedule, &self->result->explanation);
        if (self->result->explanation.done || campaign__over(self))
            return;
        proof_replay_changed(self, options->schedule, 1, &self->result->replay, fitted);
        if (fitted->changed && !campaign__over(self)) {
            explanation_free(&self->result->explanation);
            explain_schedule(self, &fitted->schedule, &self->result->explanation);
        }
        return;
    }
    if (options->compare_output && !direct_natural(self, 0, STR(""), NULL, NULL) &&
        !campaign__over(self))
        campaign__warn(self, "it fails in its natural order, one event at a time: what it prints "
                             "cannot be compared");
    bool replays = options->task == CAMPAIGN_REPLAYS;
    campaign__tell_proof(self, "replaying %zu holds", options->schedule->holds.len);
    proof_replay_changed(self, options->schedule, replays ? (uint64_t)options->runs : 1,
                         &self->result->replay, fitted);
    if (!replays && self->result->replay.reproduced && !campaign__over(self))
        proof_minimise(self, &fitted->schedule, (uint64_t)options->runs, &self->result->minimal);
}

static void conduct(struct campaign *self)
{
    if (!open_loop(self)) {
        self->broken = true;
        return;
    }
    if (self->observer->ready)
        self->observer->ready(self->observer->context);
    bool isolated = choose_isolation(self);
    choose_jobs(self);
    if (isolated && (campaign__restore_baseline(self) || campaign__baseline(self))) {
        choose_jobs(self); /* the baseline may have found out that the network must be shared */
        compare_header(self);
        if (self->observer->baseline)
            self->observer->baseline(self->observer->context, self->result);
        do_task(self);
    }
    tell_cut(self);
    close_loop(self);
}

/* What the store holds: counted, and its files written, as if it had all been run here. */
static bool tell(struct campaign *self)
{
    bool ready = findings_open(&self->result->findings, self->options->out, self->error) &&
                 campaign__open_store(self);
    if (ready && !campaign__restore_baseline(self))
        ready = error_set(self->error, EXIT_BAD_USAGE,
                          "%s/" STORE_NAME ": there is no baseline in it: the campaign has hardly "
                          "begun",
                          self->options->out);
    if (!ready)
        return false;
    explore(self);
    campaign__prove(self);
    return !self->broken;
}

bool campaign_run(const struct campaign_options *options, const struct campaign_observer *observer,
                  struct campaign_result *result, struct error *error)
{
    struct campaign self = {.options = options,
                            .place.folder_lock = -1,
                            .observer = observer,
                            .result = result,
                            .error = error,
                            .started_ns = real_now_ns(),
                            .trying = "baseline"};
    *result = (struct campaign_result){.findings.lock = -1};
    if (options->schedule) {
        result->holds = options->schedule->holds.len;
        plan_make(options->schedule, &self.plan);
    }
    if (options->task == CAMPAIGN_TELLS) {
        bool told = tell(&self);
        finish(&self);
        return told;
    }
    bool ready =
        has_descriptors(error) && compile_regex(&self) &&
        workplace_open(&self.place, options->argv, options->stdin_path, error) &&
        (options->task != CAMPAIGN_EXPLORES ||
         (findings_open(&result->findings, options->out, error) && campaign__open_store(&self))) &&
        check_log(&self);
    self.rules.project = self.place.project;
    if (ready)
        conduct(&self);
    finish(&self);
    return ready && !self.broken;
}

void campaign_result_free(struct campaign_result *result)
{
    vec_each (process, &result->processes) {
        free(process->name);
        free(process->command);
    }
    vec_each (warning, &result->warnings)
        free(*warning);
    vec_free(&result->processes);
    vec_free(&result->warnings);
    found_free(&result->findings);
    vec_free(&result->minimal.holds);
    proof_fitted_free(&result->fitted);
    buf_free(&result->natural);
    free(result->page);
    explanation_free(&result->explanation);
    free(result->baseline_problem);
    free(result->observed_problem);
    free(result->baseline_lines);
    free(result->baseline_output);
    *result = (struct campaign_result){.findings.lock = -1};
}
