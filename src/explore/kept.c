/* A campaign and its store (store/store.h): what is kept, and how a later process of the tool goes
 * on with it. What was seen of the natural run and what each run taught are fed to the search once
 * more, so it plans the same again; runs that are there are not run; and everything is counted in
 * the order of numbers, so that the result is that of a campaign which nobody interrupted. */
#include "base/file.h"
#include "explore/campaign_private.h"
#include "explore/explain_kept.h"
#include "explore/identity.h"

/* Bits of stored_run.flags and stored_process.flags. */
enum {
    RUN_FULL = 1,
    RUN_LOG_INCOMPLETE = 2,
    RUN_HAS_FILES = 4,
    RUN_CROWDED = 8,
    RUN_UNLISTED = 16
};
enum { WAS_CONTROLLED = 1, HAD_AGENT = 2, WITHOUT_AGENT = 4, AGENT_IN_PARTS = 8 };

enum {
    BASELINE_RUN = 0
}; /* its number: the processes of the baseline are kept as those of a run */

static char *path_of_store(const struct campaign *self)
{
    return mem_printf("%s/" STORE_NAME, self->options->out);
}

/* What cannot be kept is no reason to stop; but it is said. */
static void check(struct campaign *self)
{
    if (!self->store || !store_problem(self->store))
        return;
    campaign__warn(self, "results are not kept any more (%s): this campaign cannot be resumed",
                   store_problem(self->store));
    campaign__close_store(self);
}

void campaign__close_store(struct campaign *self)
{
    store_close(self->store);
    self->store = NULL;
    stored_runs_free(&self->kept);
}

static void create(struct campaign *self, const char *path)
{
    struct error error;
    struct buf identity = {0};
    char seed[32];
    snprintf(seed, sizeof seed, "%llx", (unsigned long long)self->options->seed);
    findings_remove_old(self->options->out);
    self->store = store_create(path, &error);
    if (!self->store) {
        campaign__warn(self, "results are not kept (%s): this campaign cannot be resumed",
                       error.message);
        return;
    }
    identity_print(self->options, &identity);
    store_begin(self->store);
    store_set(self->store, "identity", buf_view(&identity));
    store_set(self->store, "words", self->options->words);
    store_set(self->store, "seed", str_of(seed));
    store_set_number(self->store, "shard", (double)self->options->shard);
    store_commit(self->store);
    buf_free(&identity);
    check(self);
}

static bool compare(struct campaign *self, const char *path)
{
    struct buf there = {0}, here = {0};
    identity_print(self->options, &here);
    store_get(self->store, "identity", &there);
    bool same = identity_compare(path, buf_view(&there), buf_view(&here), self->error);
    int64_t shard = (int64_t)store_get_number(self->store, "shard", 0);
    if (same && !shard && self->options->shard)
        same = error_set(self->error, EXIT_BAD_USAGE,
                         "%s: these are shards that were merged: the shards themselves can be "
                         "resumed",
                         path);
    else if (same && shard != self->options->shard)
        same = error_set(self->error, EXIT_BAD_USAGE,
                         "%s: another campaign: shard %lld was there, this is %lld", path,
                         (long long)shard, (long long)self->options->shard);
    buf_free(&there);
    buf_free(&here);
    return same;
}

bool campaign__open_store(struct campaign *self)
{
    char *path = path_of_store(self);
    bool ok = true;
    if (!self->options->resume && self->options->task != CAMPAIGN_TELLS) {
        create(self, path);
    } else {
        self->store = store_open(path, self->error);
        ok = self->store && compare(self, path);
        if (ok) {
            findings_remove_old(self->options->out); /* they are written anew */
            store_runs(self->store, &self->kept);
        }
        if (ok && store_problem(self->store))
            ok = error_set(self->error, EXIT_BAD_USAGE, "%s: %s", path, store_problem(self->store));
    }
    free(path);
    return ok;
}

/* Records. */

void campaign__keep(struct campaign *self, struct record *record)
{
    if (!self->store)
        return;
    VEC(struct stored_process) processes = {0};
    vec_each (process, &record->processes)
        *vec_push(&processes) = (struct stored_process){
            str_of(process->name), str_of(process->command),
            (process->controlled ? WAS_CONTROLLED : 0u) | (process->agent ? HAD_AGENT : 0u) |
                (process->without ? WITHOUT_AGENT : 0u) |
                (process->in_parts ? AGENT_IN_PARTS : 0u)};
    struct stored_run run = {
        .number = record->number,
        .seed = record->seed,
        .plan = record->plan,
        .kind = record->outcome.kind,
        .status = record->outcome.number,
        .strategy = record->strategy,
        .flags = (record->full ? RUN_FULL : 0u) |
                 (record->log_incomplete ? RUN_LOG_INCOMPLETE : 0u) |
                 (record->crowded ? RUN_CROWDED : 0u) | (record->unlisted ? RUN_UNLISTED : 0u) |
                 (record->has_files ? RUN_HAS_FILES : 0u),
        .outcome = str_of(record->name ? record->name : ""),
        .signature = str_of(record->signature ? record->signature : ""),
        .note = str_of(record->note ? record->note : ""),
        .wall_ms = record->wall_ms,
        .cpu_ms = record->cpu_ms,
        .at_ms = record->at_ms,
        .order = record->seen.order,
        .came = record->seen.came,
        .came_count = record->seen.count,
        .holds = record->holds,
        .met = record->met,
        .processes = processes.at,
        .process_count = processes.len,
    };
    store_begin(self->store);
    store_add_run(self->store, &run);
    for (unsigned i = 0; record->has_files && i < RECORD_FILES; i++)
        store_add_file(self->store, record->number, i, buf_view(&record->files[i]));
    store_commit(self->store);
    vec_free(&processes);
    bool is_kept = !store_problem(self->store);
    for (size_t i = 0; is_kept && i < RECORD_FILES; i++)
        buf_free(&record->files[i]); /* until somebody wants them */
    check(self);
}

void campaign__drop_files(struct campaign *self, struct record *record)
{
    if (self->store && record->has_files)
        store_drop_files(self->store, record->number);
    check(self);
}

void campaign__load_files(struct campaign *self, struct record *record)
{
    for (unsigned i = 0; self->store && record->has_files && i < RECORD_FILES; i++)
        if (!record->files[i].len)
            store_file(self->store, record->number, i, &record->files[i]);
    check(self);
}

/* What a file says is checked where a wrong number would matter. */
static struct record *record_of(const struct stored_run *run)
{
    struct record *self = mem_zalloc(sizeof *self);
    bool failed = run->outcome.len > 0;
    self->number = run->number;
    self->seed = run->seed;
    self->plan = run->plan;
    self->strategy = run->strategy < STRATEGY_COUNT ? (enum strategy_kind)run->strategy : 0;
    self->outcome = (struct outcome){
        failed && run->kind <= OUTCOME_MATCH ? (enum outcome_kind)run->kind : OUTCOME_PASS,
        run->status};
    if (outcome_failed(self->outcome)) {
        self->name = mem_dup_n(run->outcome.at, run->outcome.len);
        self->signature = mem_dup_n(run->signature.at, run->signature.len);
    }
    self->note = run->note.len ? mem_dup_n(run->note.at, run->note.len) : NULL;
    self->wall_ms = run->wall_ms;
    self->cpu_ms = run->cpu_ms;
    self->at_ms = run->at_ms;
    self->seen = (struct model_run){.count = run->came_count, .order = run->order};
    self->seen.came = mem_zalloc((run->came_count + 1) * sizeof *self->seen.came);
    memcpy(self->seen.came, run->came, run->came_count * sizeof *self->seen.came);
    self->full = run->flags & RUN_FULL;
    self->log_incomplete = run->flags & RUN_LOG_INCOMPLETE;
    self->crowded = run->flags & RUN_CROWDED;
    self->unlisted = run->flags & RUN_UNLISTED;
    self->has_files = run->flags & RUN_HAS_FILES;
    self->holds = run->holds;
    self->met = run->met;
    for (size_t i = 0; i < run->process_count; i++) {
        const struct stored_process *process = &run->processes[i];
        *vec_push(&self->processes) =
            (struct record_process){.name = mem_dup_n(process->name.at, process->name.len),
                                    .command = mem_dup_n(process->command.at, process->command.len),
                                    .controlled = process->flags & WAS_CONTROLLED,
                                    .agent = process->flags & HAD_AGENT,
                                    .without = process->flags & WITHOUT_AGENT,
                                    .in_parts = process->flags & AGENT_IN_PARTS};
    }
    return self;
}

struct record *campaign__kept(struct campaign *self, uint64_t number)
{
    while (self->next_kept < self->kept.list.len &&
           self->kept.list.at[self->next_kept].number < number)
        self->next_kept++;
    if (self->next_kept == self->kept.list.len ||
        self->kept.list.at[self->next_kept].number != number)
        return NULL;
    return record_of(&self->kept.list.at[self->next_kept++]);
}

/* The baseline. */

static void keep_lines(struct campaign *self)
{
    struct buf lines = {0}, warnings = {0};
    for (size_t i = 0; i < self->rules.usual.len; i++) {
        buf_str(&lines, self->rules.usual.at[i].key);
        buf_char(&lines, '\n');
    }
    vec_each (warning, &self->result->warnings)
        buf_printf(&warnings, "%s\n", *warning);
    store_set(self->store, "usual lines", buf_view(&lines));
    store_set(self->store, "warnings", buf_view(&warnings));
    buf_free(&lines);
    buf_free(&warnings);
}

static void keep_processes(struct campaign *self)
{
    struct record *record = mem_zalloc(sizeof *record);
    record->number = BASELINE_RUN;
    vec_each (process, &self->result->processes)
        *vec_push(&record->processes) = (struct record_process){
            .name = mem_dup(process->name),
            .command = mem_dup(process->command),
            .controlled = process->controlled,
            .agent = process->agent,
            .without = process->warned,
        };
    campaign__keep(self, record);
    record_free(record);
}

static const struct {
    const char *name;
    size_t offset; /* of an int64_t in struct campaign */
} lengths[] = {
    {"pct length", offsetof(struct campaign, pct_length)},
    {"own length", offsetof(struct campaign, own_length)},
};

void campaign__keep_baseline(struct campaign *self)
{
    struct store *store = self->store;
    const struct campaign_result *result = self->result;
    if (!store)
        return;
    store_begin(store);
    keep_lines(self);
    keep_processes(self);
    store = self->store;
    if (!store)
        return;
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        store_set_number(store, lengths[i].name,
                         (double)*(int64_t *)((char *)self + lengths[i].offset));
    store_set_number(store, "timeout", (double)result->timeout_ns);
    store_set_number(store, "jobs", (double)result->jobs);
    store_set_number(store, "isolated", result->isolated);
    store_set_number(store, "shares network", result->shares_network);
    store_set_number(store, "shares files", result->shares_files);
    store_set_number(store, "baseline median", result->baseline.median_ms);
    store_set_number(store, "explored from",
                     (double)(self->explore_started_ns - self->started_ns) / 1e6);
    store_set(store, "node", str_of(workplace_node_version(&self->place)));
    store_set(store, "project", str_of(self->place.project));
    store_set(store, "folder", str_of(self->place.current));
    store_set_number(store, "baseline runs", (double)result->baseline.runs); /* last: it is whole */
    store_commit(store);
    check(self);
}

static void restore_lines(struct campaign *self)
{
    struct buf lines = {0};
    store_get(self->store, "usual lines", &lines);
    for (struct str rest = buf_view(&lines); rest.len;) {
        struct str line = str_cut(&rest, '\n');
        if (!map_find(&self->rules.usual, line))
            map_add(&self->rules.usual, arena_str(&self->rules.arena, line), NULL);
    }
    buf_clear(&lines);
    store_get(self->store, "warnings", &lines);
    for (struct str rest = buf_view(&lines); rest.len;)
        campaign__warn(self, STR_FMT, STR_ARG(str_cut(&rest, '\n')));
    buf_free(&lines);
}

/* Where a run would not be what it was, it does not go on. */
static bool is_same_machine(struct campaign *self)
{
    struct campaign_result *result = self->result;
    bool isolated = store_get_number(self->store, "isolated", 0) != 0;
    struct buf node = {0};
    store_get(self->store, "node", &node);
    const char *now = workplace_node_version(&self->place);
    bool same = str_is(buf_view(&node), now) && isolated == result->isolated;
    if (!str_is(buf_view(&node), now))
        error_set(self->error, EXIT_BAD_USAGE,
                  "%s/" STORE_NAME ": the campaign was begun with Node " STR_FMT ", this is %s",
                  self->options->out, STR_ARG(buf_view(&node)), now);
    else if (!same)
        error_set(self->error, EXIT_BAD_USAGE,
                  "%s/" STORE_NAME ": the campaign was begun %s, here runs are %s",
                  self->options->out, isolated ? "isolated" : "without isolation",
                  result->isolated ? "isolated" : "not isolated");
    buf_free(&node);
    return same;
}

/* Where the command ran: places are told relative to it. */
static char *folder_of_store(struct store *store)
{
    struct buf folder = {0};
    store_get(store, "folder", &folder);
    return buf_take(&folder);
}

bool campaign__restore_baseline(struct campaign *self)
{
    struct store *store = self->store;
    struct campaign_result *result = self->result;
    double runs = store ? store_get_number(store, "baseline runs", -1) : -1;
    if (runs < 0)
        return false;
    bool tells = self->options->task == CAMPAIGN_TELLS;
    if (!tells && !is_same_machine(self)) {
        self->broken = true;
        return false;
    }
    result->baseline.runs = (uint64_t)runs;
    result->baseline.median_ms = store_get_number(store, "baseline median", 0);
    result->timeout_ns = (int64_t)store_get_number(store, "timeout", 0);
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        *(int64_t *)((char *)self + lengths[i].offset) =
            (int64_t)store_get_number(store, lengths[i].name, 0);
    result->shares_files = store_get_number(store, "shares files", 0) != 0;
    campaign__share_network(self, store_get_number(store, "shares network", 0) != 0);
    if (tells) {
        result->jobs = (int64_t)store_get_number(store, "jobs", 1);
        result->isolated = store_get_number(store, "isolated", 0) != 0;
        struct buf project = {0};
        store_get(store, "project", &project);
        self->rules.project = arena_str(&self->rules.arena, buf_view(&project)).at;
        self->place.current = folder_of_store(store);
        buf_free(&project);
    }
    restore_lines(self);
    struct record *baseline = campaign__kept(self, BASELINE_RUN);
    if (baseline)
        campaign__note_recorded(self, baseline);
    record_free(baseline);
    result->kept = self->kept.list.len - (self->next_kept > 0);
    double spent = store_get_number(store, "explored from", 0), from = spent;
    vec_each (run, &self->kept.list)
        if (run->at_ms > spent)
            spent = run->at_ms;
    self->started_ns = real_now_ns() - (uint64_t)(spent * 1e6);
    self->explore_started_ns = self->started_ns + (uint64_t)(from * 1e6);
    self->restored = true;
    check(self);
    return true;
}

void campaign__keep_natural(struct campaign *self, const struct traces *traces)
{
    buf_clear(&self->result->natural);
    traces_save(traces, &self->result->natural);
    if (self->store)
        store_set(self->store, "natural run", buf_view(&self->result->natural));
    check(self);
}

void campaign__restore_natural(struct campaign *self)
{
    struct buf *bytes = &self->result->natural;
    struct traces traces = {0};
    struct error error;
    if (!self->store || !store_get(self->store, "natural run", bytes))
        return;
    if (traces_parse(&traces, "the natural run", buf_view(bytes), &error))
        search_observe(self->search, &traces);
    else
        campaign__warn(self, "%s", error.message);
    traces_free(&traces);
}

/* Proofs. */

void campaign__keep_proof(struct campaign *self, const struct finding *finding)
{
    const struct replay *replays = &finding->replays;
    if (!self->store || !replays->times || campaign__over(self))
        return;
    struct buf schedule = {0};
    if (finding->holds < finding->holds_found || finding->minimised)
        file_read(finding->schedule, SCHEDULE_LARGEST_FILE, &schedule, NULL);
    struct stored_proof proof = {
        .times = replays->times,
        .reproduced = replays->reproduced,
        .failed = replays->failed,
        .diverged = replays->diverged,
        .holds = finding->holds,
        .met = replays->met,
        .lateness_ms = replays->lateness_ms,
        .proved = finding->proved,
        .minimised = finding->minimised,
        .schedule = buf_view(&schedule),
    };
    store_begin(self->store);
    store_add_proof(self->store, finding->first_run, &proof);
    if (finding->explanation.done || finding->explanation.trouble) {
        buf_clear(&schedule);
        explanation_write(&finding->explanation, &schedule);
        store_add_file(self->store, finding->first_run, STORED_EXPLANATION, buf_view(&schedule));
    }
    store_commit(self->store);
    buf_free(&schedule);
    check(self);
}

bool campaign__restore_proof(struct campaign *self, struct finding *finding)
{
    struct stored_proof proof;
    struct buf schedule = {0};
    struct error error;
    if (!self->restored || !self->store ||
        !store_proof(self->store, finding->first_run, &proof, &schedule)) {
        buf_free(&schedule);
        return false;
    }
    finding->replays = (struct replay){.times = proof.times,
                                       .reproduced = proof.reproduced,
                                       .failed = proof.failed,
                                       .diverged = proof.diverged,
                                       .holds = proof.holds,
                                       .met = proof.met,
                                       .lateness_ms = proof.lateness_ms};
    finding->proved = proof.proved;
    finding->minimised = proof.minimised;
    if (proof.schedule.len && finding->schedule) {
        finding->holds = proof.holds;
        if (!findings_replace_schedule(&self->result->findings, finding, proof.schedule, &error))
            campaign__warn(self, "%s", error.message);
    }
    buf_clear(&schedule);
    if (store_file(self->store, finding->first_run, STORED_EXPLANATION, &schedule))
        explanation_read(&finding->explanation, buf_view(&schedule));
    buf_free(&schedule);
    return true;
}
