#include "explore/campaign_private.h"

#include "base/deadline.h"
#include "base/file.h"
#include "base/mapped.h"
#include "base/random.h"
#include "event/text.h"
#include "explore/direct.h"
#include "explore/plan.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

enum {
    WINDOW = 256, /* runs that may be ahead of the oldest that is not over: bounds the disk */
    SIGNATURE_BYTES = 512 * 1024,
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

static void tell_full(struct campaign *self, const struct trial *trial)
{
    if (!trial->ending.full || self->warned_of_room)
        return;
    campaign__warn(
        self,
        "a run filled the %llu MB that an isolated run may write; from then on its "
        "writes failed (ENOSPC). --write-limit allows more, with --share files there is no limit",
        (unsigned long long)(self->place.isolation.most_bytes >> 20));
    self->warned_of_room = true;
}

static uint64_t digest_of(const struct campaign *self, const struct capture *output)
{
    return signature_digest(&self->rules, capture_end(output, SIGNATURE_BYTES));
}

void campaign__learn_output(struct campaign *self, const struct trial *trial)
{
    struct capture output;
    if (!capture_open(&output, trial->output_path, CAPTURE_KEPT, NULL))
        return;
    self->knows_output = true;
    self->usual_output = digest_of(self, &output);
    signature_learn(&self->rules, capture_end(&output, SIGNATURE_BYTES));
    capture_close(&output);
}

struct outcome campaign__judge(struct campaign *self, const struct trial *trial)
{
    struct outcome outcome = trial->outcome;
    struct capture output;
    tell_full(self, trial);
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

/* Where Node had no agent, the engine knows less, and the result says so. A process that never
 * waited for anything (`node --version`) needed none. */
static void note_agent(struct campaign *self, struct campaign_process *process,
                       const struct segment_process *record)
{
    uint32_t agent = atomic_load(&record->agent);
    bool without = agent == AGENT_REFUSED || agent == AGENT_ASKED;
    bool threads_without = atomic_load(&record->threads_unwatched) > 0;
    process->agent |= agent == AGENT_ATTACHED;
    if (process->warned || !(without || threads_without) || !atomic_load(&record->polls))
        return;
    process->warned = true;
    campaign__warn(self,
                   "process %s (%s): the agent could not be loaded%s; time-outs of a second or "
                   "more are protected only where they are the next timer",
                   process->name, process->command, without ? "" : " into all of its threads");
}

void campaign__note_processes(struct campaign *self, const struct segment *segment)
{
    for (size_t i = 0; i < SEGMENT_PROCESSES; i++) {
        const struct segment_process *record = &segment->processes[i];
        if (atomic_load(&record->state) == PROCESS_FREE)
            continue;
        char *name = mem_printf("%.*s", PROCESS_NAME_ROOM, record->name);
        struct campaign_process *process = find_process(self->result, name);
        if (!process) {
            process = vec_push(&self->result->processes);
            process->name = mem_dup(name);
            process->command = mem_printf("%.*s", PROCESS_COMMAND_ROOM, record->command);
        }
        process->controlled |= atomic_load(&record->was_controlled) != 0;
        note_agent(self, process, record);
        if (atomic_load(&record->log_incomplete) && !self->warned_of_logs) {
            campaign__warn(self, "a decision log could not be written in full (disk full?)");
            self->warned_of_logs = true;
        }
        free(name);
    }
}

static void write_log(struct campaign *self, const struct trial *trial)
{
    struct buf text = {0};
    struct error error;
    struct traces traces;
    traces_gather(&traces, trial->folder);
    traces_print(&traces, &text);
    traces_free(&traces);
    if (!file_write_private(self->options->log, buf_view(&text), &error) &&
        !self->warned_of_log_file) {
        campaign__warn(self, "%s", error.message);
        self->warned_of_log_file = true;
    }
    buf_free(&text);
}

void campaign__describe(struct campaign *self, const struct trial *trial, struct outcome outcome,
                        struct buf *name, struct buf *signature)
{
    struct capture output;
    outcome_print(outcome, self->options->fail_on, name);
    if (capture_open(&output, trial->output_path, CAPTURE_KEPT, NULL)) {
        signature_of(&self->rules, capture_end(&output, SIGNATURE_BYTES), signature);
        capture_close(&output);
    }
    if (!signature->len)
        buf_str(signature, buf_view(name));
}

static void add_failure(struct campaign *self, const struct trial *trial, struct outcome outcome)
{
    struct buf name = {0}, signature = {0};
    struct error error;
    campaign__describe(self, trial, outcome, &name, &signature);
    self->result->failures++;
    if (!self->result->first_failure)
        self->result->first_failure = trial->plan.index;
    if (!findings_add(&self->result->findings, trial, &self->place, name.at, signature.at, &error))
        campaign__warn(self, "%s", error.message);
    buf_free(&name);
    buf_free(&signature);
}

void campaign__tell_unmet(struct campaign *self, const struct schedule *schedule,
                          const struct plan_fates *fates)
{
    enum { SHOWN = 5 };
    if (!fates->unmet.len || self->warned_of_holds)
        return;
    struct buf text = {0};
    for (size_t i = 0; i < fates->unmet.len && i < SHOWN; i++) {
        buf_text(&text, i ? "; " : "");
        buf_hold(&text, &schedule->holds.at[fates->unmet.at[i]]);
    }
    campaign__warn(self, "of %zu holds %zu were met; not: %s%s", fates->holds, fates->met, text.at,
                   fates->unmet.len > SHOWN ? "; …" : "");
    self->warned_of_holds = true;
    buf_free(&text);
}

static void count_met(struct campaign *self, const struct trial *trial)
{
    const struct schedule *schedule = self->options->schedule;
    struct campaign_result *result = self->result;
    struct plan_fates fates;
    char *path = mem_printf("%s/holds", trial->folder);
    plan_fates(path, schedule->holds.len, &fates);
    free(path);
    if (result->runs == 1 || fates.met < result->met)
        result->met = fates.met;
    campaign__tell_unmet(self, schedule, &fates);
    vec_free(&fates.unmet);
}

static void teach(struct campaign *self, const struct trial *trial, struct outcome outcome,
                  bool is_new)
{
    struct traces traces;
    if (strcmp(self->options->strategy, "auto") != 0)
        return;
    traces_gather(&traces, trial->folder);
    search_learn(self->search, trial->plan.index,
                 !outcome_failed(outcome) ? SEARCH_PASSED
                 : is_new                 ? SEARCH_FAILED_NEW
                                          : SEARCH_FAILED_AGAIN,
                 &traces);
    traces_free(&traces);
}

/* Takes a finished run into the result. Called in the order of run numbers. */
static void count(struct campaign *self, struct trial *trial)
{
    struct outcome outcome = campaign__judge(self, trial);
    if (self->broken || trial->stop == TRIAL_DISCARDED)
        return;
    self->result->runs++;
    *vec_push(&self->run_ms) = trial->wall_ms;
    *vec_push(&self->run_cpu_ms) = trial->ending.cpu_ms;
    campaign__note_processes(self, trial->segment);
    size_t findings = self->result->findings.list.len;
    if (outcome_failed(outcome))
        add_failure(self, trial, outcome);
    teach(self, trial, outcome, self->result->findings.list.len > findings);
    if (self->options->schedule)
        count_met(self, trial);
    if (self->options->log)
        write_log(self, trial);
    if (outcome_failed(outcome) && self->options->until_fail)
        self->last_run = trial->plan.index;
}

static void count_finished(struct campaign *self)
{
    while (self->runner.trials.len && self->runner.trials.at[0]->ended) {
        struct trial *trial = self->runner.trials.at[0];
        if (trial->plan.index <= self->last_run)
            count(self, trial);
        campaign__drop(self, trial);
    }
}

/* With --until-fail nothing beyond a failed run is wanted any more, though those before it are. */
static void narrow(struct campaign *self)
{
    for (size_t i = 0; self->options->until_fail && i < self->runner.trials.len; i++) {
        struct trial *trial = self->runner.trials.at[i];
        if (trial->ended && outcome_failed(trial->outcome) && trial->stop != TRIAL_DISCARDED &&
            trial->plan.index < self->last_run)
            self->last_run = trial->plan.index;
    }
    vec_each (trial, &self->runner.trials)
        if ((*trial)->plan.index > self->last_run)
            trial_discard(*trial);
}

/* False: nothing can be started now, or ever. */
static bool start_next(struct campaign *self)
{
    struct search_plan next;
    enum search_answer answer = search_next(self->search, self->next_run, &next);
    if (answer == SEARCH_DONE)
        self->last_run = self->next_run - 1;
    if (answer != SEARCH_PLAN)
        return false;
    uint64_t index = self->next_run++;
    char name[32];
    snprintf(name, sizeof name, "run-%llu", (unsigned long long)index);
    struct trial_plan plan = {
        .name = name,
        .index = index,
        .config = next.config,
        .argv = self->options->argv,
        .shim = true,
        .agent = self->options->agent,
        .isolated = self->result->isolated,
        .timeout_ns = self->result->timeout_ns,
        .holds = self->plan.len ? buf_view(&self->plan) : next.holds,
    };
    plan.config.seed = random_mix(self->options->seed, index);
    plan.config.log = 1;
    self->trying = next.words;
    return campaign__start(self, &plan) != NULL;
}

/* Of the time there is, a quarter is kept for proving, where there is something to prove. */
static bool explored_enough(const struct campaign *self)
{
    uint64_t budget = (uint64_t)self->options->budget_ns;
    return self->options->budget_ns > 0 &&
           real_now_ns() - self->started_ns >=
               (self->result->findings.list.len ? budget - budget / 4 : budget);
}

static bool may_start(const struct campaign *self)
{
    return !campaign__over(self) && !explored_enough(self) && self->next_run <= self->last_run &&
           runner_running(&self->runner) < (uint64_t)self->result->jobs &&
           self->runner.trials.len < WINDOW;
}

static void explore(struct campaign *self)
{
    const struct campaign_options *options = self->options;
    campaign__open_search(self);
    self->explore_started_ns = real_now_ns();
    self->next_run = (uint64_t)options->first_run;
    self->last_run = options->runs ? self->next_run + (uint64_t)options->runs - 1 : UINT64_MAX;
    while (!self->broken) {
        while (may_start(self) && start_next(self))
            ;
        if (!self->runner.trials.len)
            break;
        campaign__turn(self);
        narrow(self);
        if (explored_enough(self))
            runner_discard(&self->runner);
        count_finished(self);
    }
    self->result->explored_ms = ms_since(self->explore_started_ns);
    self->result->coverage = search_coverage(self->search);
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
    if (options->compare_output && !direct_natural(self, 0, STR(""), NULL, NULL) &&
        !campaign__over(self))
        campaign__warn(self, "it fails in its natural order, one event at a time: what it prints "
                             "cannot be compared");
    bool replays = options->task == CAMPAIGN_REPLAYS;
    campaign__tell_proof(self, "replaying %zu holds", options->schedule->holds.len);
    proof_replay(self, options->schedule, replays ? (uint64_t)options->runs : 1,
                 &self->result->replay);
    if (!replays && self->result->replay.reproduced && !campaign__over(self))
        proof_minimise(self, options->schedule, (uint64_t)options->runs, &self->result->minimal);
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
    if (isolated && campaign__baseline(self)) {
        choose_jobs(self); /* the baseline may have found out that the network must be shared */
        compare_header(self);
        if (self->observer->baseline)
            self->observer->baseline(self->observer->context, self->result);
        do_task(self);
    }
    tell_cut(self);
    close_loop(self);
}

bool campaign_run(const struct campaign_options *options, const struct campaign_observer *observer,
                  struct campaign_result *result, struct error *error)
{
    struct campaign self = {.options = options,
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
    bool ready = has_descriptors(error) && compile_regex(&self) &&
                 workplace_open(&self.place, options->argv, options->stdin_path, error) &&
                 (options->task != CAMPAIGN_EXPLORES ||
                  findings_open(&result->findings, options->out, error)) &&
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
    free(result->baseline_problem);
    free(result->baseline_lines);
    free(result->baseline_output);
    *result = (struct campaign_result){.findings.lock = -1};
}
