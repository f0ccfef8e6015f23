/* interloper run: explore schedules of an unmodified program. */
#include "commands/run.h"
#include "base/deadline.h"
#include "base/file.h"
#include "base/mapped.h"
#include "base/options.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/terminal.h"
#include "commands/commands.h"
#include "commands/proof.h"
#include "commands/run_findings.h"
#include "commands/run_page.h"
#include "commands/run_report.h"
#include "commands/shard.h"
#include "explore/merge.h"
#include "explore/strategy.h"
#include "project/config.h"
#include "schedule/schedule.h"
#include "segment/defaults.h"
#include "store/store.h"

#include <signal.h>
#include <sys/random.h>

static struct {
    struct campaign_options campaign;
    const char *seed, *format, *controls, *holds, *shard, *store, *baseline, *write_baseline;
    int64_t slowest_ns, slowest_total_ns, delay_most_ns; /* -1: not given */
    bool real_time, no_isolate, no_agent, no_minimize, stacks, slow_counts;
    struct texts share, repeated;
    struct schedule schedule; /* of --holds */
    struct buf words;         /* of the whole command line, each with a NUL behind it */
} given;

#define CONFIG given.campaign.config

static const struct option_row rows[] = {
    {NULL, 0, 0, NULL, NULL, "How much:", 0, 0},
    {"runs", 'n', OPTION_INTEGER, &given.campaign.runs, "N",
     "runs to explore (100; with --budget alone: as many as fit)", 1, 1e12},
    {"budget", 0, OPTION_DURATION, &given.campaign.budget_ns, "TIME",
     "stop after this much time in all, such as 60s or 5m", 0, 0},
    {"until-fail", 0, OPTION_FLAG, &given.campaign.until_fail, NULL, "stop at the first failure", 0,
     0},
    {"jobs", 'j', OPTION_INTEGER, &given.campaign.jobs, "J",
     "runs side by side (number of cores; 1 where runs share something)", 1, 1024},
    {"timeout", 0, OPTION_DURATION, &given.campaign.timeout_ns, "TIME",
     "real time a run may take (20 times the baseline's median, at least 30s)", 0, 0},
    {"resume", 0, OPTION_FLAG, &given.campaign.resume, NULL,
     "go on with the campaign in --out, whatever ended it; without a command: with its options", 0,
     0},
    {"store", 0, OPTION_TEXT, &given.store, "URL",
     "keep results in a PostgreSQL server, postgres://...[#NAME], where shards meet; see merge", 0,
     0},
    {"shard", 0, OPTION_TEXT, &given.shard, "K/N",
     "only the K-th of every N runs (auto: as the CI or Slurm says); see merge", 0, 0},

    {NULL, 0, 0, NULL, NULL, "Which schedules:", 0, 0},
    {"holds", 0, OPTION_TEXT, &given.holds, "FILE",
     "just the holds of this schedule file, nothing else (strategy directed)", 0, 0},
    {"strategy", 0, OPTION_CHOICE, &given.campaign.strategy, STRATEGY_CHOICES,
     "how schedules are chosen (auto: a search; docs/strategies.md)", 0, 0},
    {"seed", 0, OPTION_TEXT, &given.seed, "S",
     "hexadecimal; the same seed gives the same runs (random, and printed)", 0, 0},
    {"first-run", 0, OPTION_INTEGER, &given.campaign.first_run, "N",
     "begin with run number N of the seed (1)", 1, 1e12},
    {"real-time", 0, OPTION_FLAG, &given.real_time, NULL, "do not virtualise the clock", 0, 0},
    {"watchdog", 0, OPTION_DURATION, &CONFIG.watchdog_ns, "TIME",
     "no hold makes the clock pass a timer set this far ahead (1s)", 0, 0},
    {"slowest", 0, OPTION_DURATION, &given.slowest_ns, "TIME",
     "by how much holds may make one event late (250ms; with --holds: as they say)", 0, 0},
    {"slowest-total", 0, OPTION_DURATION, &given.slowest_total_ns, "TIME",
     "and the whole run (2s; with --holds: as they say)", 0, 0},

    {NULL, 0, 0, NULL, NULL, "What counts, and where it goes:", 0, 0},
    {"fail-on", 0, OPTION_TEXT, &given.campaign.fail_on, "REGEX",
     "output that counts as failure (POSIX extended), besides status and signals", 0, 0},
    {"slow-counts", 0, OPTION_FLAG, &given.slow_counts, NULL,
     "exit with 1 for failures, too, that need events to be more than a second late in all", 0, 0},
    {"stdin", 0, OPTION_TEXT, &given.campaign.stdin_path, "FILE",
     "what the program reads from stdin (nothing)", 0, 0},
    {"out", 'o', OPTION_TEXT, &given.campaign.out, "DIR",
     "folder for schedules, logs and output of findings (.interloper)", 0, 0},
    {"log", 0, OPTION_TEXT, &given.campaign.log, "FILE",
     "decision log of the last run, whether it failed or not", 0, 0},
    {"stacks", 0, OPTION_FLAG, &given.stacks, NULL,
     "logs and traces have the JavaScript stack of what asked for each event (slow)", 0, 0},
    {"format", 0, OPTION_CHOICE, &given.format, "text|json|" COLLECTION_FORMATS,
     "of the report (text)", 0, 0},
    {"baseline", 'b', OPTION_TEXT, &given.baseline, "FILE",
     "findings frozen in FILE are no reason for exit status 1", 0, 0},
    {"write-baseline", 0, OPTION_TEXT, &given.write_baseline, "FILE",
     "freeze the findings of this campaign into FILE", 0, 0},
    {"share", 0, OPTION_LIST, &given.share, "network|files",
     "runs use the machine's network, or the real files (neither); may be given again", 0, 0},
    {"write-limit", 0, OPTION_INTEGER, &given.campaign.most_written_mb, "MB",
     "what an isolated run may write, to memory (an eighth of the machine's, at most 4096)", 1,
     1 << 24},
    {"no-isolate", 0, OPTION_FLAG, &given.no_isolate, NULL,
     "runs use the machine's network, files and processes", 0, 0},
    {"no-agent", 0, OPTION_FLAG, &given.no_agent, NULL,
     "load nothing into Node: its timers are then known by their deadlines only", 0, 0},
    {"no-minimize", 0, OPTION_FLAG, &given.no_minimize, NULL,
     "leave the schedules of findings as they are, with all their holds", 0, 0},

    {NULL, 0, 0, NULL, NULL, "Strategy fz (Node.fz, table 3):", 0, 0},
    {"fz-poll-freedom", 0, OPTION_INTEGER, &CONFIG.fz_poll_freedom, "N",
     "ready descriptors that may be reordered (-1: all)", -1, 1e9},
    {"fz-poll-defer", 0, OPTION_REAL, &CONFIG.fz_poll_defer_percent, "PERCENT",
     "probability that one is left for the next poll (10)", 0, 100},
    {"fz-timer-defer", 0, OPTION_REAL, &CONFIG.fz_timer_defer_percent, "PERCENT",
     "probability that an expired timer waits (20)", 0, 100},
    {"fz-close-defer", 0, OPTION_REAL, &CONFIG.fz_close_defer_percent, "PERCENT",
     "probability that a close callback waits (5)", 0, 100},
    {"fz-worker-freedom", 0, OPTION_INTEGER, &CONFIG.fz_worker_freedom, "N",
     "worker tasks that may be reordered (-1: all)", -1, 1e9},
    {"fz-worker-delay", 0, OPTION_DURATION, &CONFIG.fz_worker_delay_ns, "TIME",
     "how long a worker waits for more tasks to choose from (0.1ms)", 0, 0},
    {"fz-poll-threshold", 0, OPTION_DURATION, &CONFIG.fz_poll_threshold_ns, "TIME",
     "how long the loop may be kept waiting for that (0.1ms)", 0, 0},

    {NULL, 0, 0, NULL, NULL, "Strategies delay (NACD) and pct:", 0, 0},
    {"delay-percent", 0, OPTION_REAL, &CONFIG.delay_percent, "PERCENT",
     "probability that an operation or its callback is delayed (50)", 0, 100},
    {"delay-most", 0, OPTION_DURATION, &given.delay_most_ns, "TIME",
     "by up to this much, of virtual time (500ms, or --slowest where that is less)", 0, 0},
    {"depth", 0, OPTION_INTEGER, &CONFIG.pct_depth, "N",
     "pct: how many orderings a bug may need (3)", 1, 1000},

    {NULL, 0, 0, NULL, NULL, "For tests of interloper itself:", 0, 0},
    {"controls", 0, OPTION_TEXT, &given.controls, "LIST",
     "poll,workers,done,timers,closing,clock,pin; all; -NAME takes one out (all)", 0, 0},
};

static const struct command_usage usage = {
    .command = "run",
    .synopsis = "interloper run [options] -- CMD [ARG...]",
    .summary = "Runs a program under many legal schedules and reports those under which it fails.",
    .examples =
        "  interloper run -- npm test\n"
        "  interloper run --budget 5m --until-fail -- node test/upload.js\n"
        "  interloper run --strategy delay --seed 7f3a09 --runs 500 -- npx mocha test/db.js\n"
        "  interloper run --fail-on 'lost|duplicate' --format json -- node check.js\n\n"
        "Exit status: 0 no run failed, or only those that need a very slow world, 1 some did, 2 "
        "bad usage, 3 the program fails unperturbed,\n"
        "4 something is missing on this machine, 130 interrupted.\n",
    .rows = rows,
    .row_count = COUNT_OF(rows),
    .stop_at_first = true,
    .given = &given.repeated,
    .not_repeated = (const char *const[]){"runs", "budget", "until-fail", "seed", "first-run",
                                          "format", "no-minimize", "resume", "shard", "store",
                                          "slow-counts", "baseline", "write-baseline", NULL},
};

static const struct {
    const char *name;
    uint32_t bits;
} control_names[] = {
    {"poll", CONTROL_POLL},     {"workers", CONTROL_WORKERS}, {"done", CONTROL_DONE},
    {"timers", CONTROL_TIMERS}, {"closing", CONTROL_CLOSING}, {"clock", CONTROL_CLOCK},
    {"pin", CONTROL_PIN},       {"all", CONTROL_ALL},         {"none", 0},
};

static bool find_control(struct str name, uint32_t *bits)
{
    for (size_t i = 0; i < COUNT_OF(control_names); i++)
        if (str_is(name, control_names[i].name)) {
            *bits = control_names[i].bits;
            return true;
        }
    return false;
}

/* "poll,clock", "all,-done" or just "-done". */
static bool parse_controls(const char *list, uint32_t *controls, struct error *error)
{
    if (!list)
        return true;
    *controls = list[0] == '-' ? (uint32_t)CONTROL_ALL : 0;
    for (struct str rest = str_of(list); rest.len;) {
        struct str name = str_cut(&rest, ',');
        bool out = str_starts(name, STR("-"));
        uint32_t bits;
        if (!find_control(str_from(name, out), &bits))
            return error_set(error, EXIT_BAD_USAGE,
                             "--controls: '" STR_FMT
                             "' is none of poll, workers, done, timers, closing, clock, pin, all",
                             STR_ARG(name));
        *controls = out ? *controls & ~bits : *controls | bits;
    }
    return true;
}

static bool parse_seed(const char *text, uint64_t *seed, struct error *error)
{
    if (!text) {
        /* short enough to be typed, long enough to be new each time */
        ssize_t got = getrandom(seed, sizeof *seed, 0);
        *seed = (got == sizeof *seed ? *seed : (uint64_t)real_now_ns()) & 0xffffffff;
        return true;
    }
    size_t digits = strspn(text, "0123456789abcdefABCDEF");
    *seed = strtoull(text, NULL, 16);
    return (digits == strlen(text) && digits > 0 && digits <= 16) ||
           error_set(error, EXIT_BAD_USAGE,
                     "--seed: '%s' is not a hexadecimal number of at most 16 digits", text);
}

/* Checked here, with file and line where it is malformed. */
static bool read_holds(const char *path, struct campaign_options *options, struct error *error)
{
    if (!path)
        return true;
    if (!schedule_read(&given.schedule, path, error))
        return false;
    options->schedule = &given.schedule;
    options->strategy = "directed";
    return true;
}

static const char default_folder[] = ".interloper";

static void set_defaults(void)
{
    memset(&given, 0, sizeof given);
    given.format = "text";
    given.campaign.config = segment_config_default();
    given.campaign.strategy = "auto";
    given.campaign.out = default_folder;
    given.campaign.first_run = 1;
    given.slowest_ns = given.slowest_total_ns = given.delay_most_ns = -1;
}

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* How late events may be: the defaults, unless a schedule says it itself; what was asked for wins.
 */
static void set_lateness(struct segment_config *config)
{
    const int64_t nacd_ns = 500000000;
    if (given.holds)
        config->slowest_ns = config->slowest_total_ns = -1;
    if (given.slowest_ns >= 0)
        config->slowest_ns = given.slowest_ns;
    if (given.slowest_total_ns >= 0)
        config->slowest_total_ns = given.slowest_total_ns;
    if (given.delay_most_ns < 0) {
        config->delay_most_ns =
            config->slowest_ns < 0 ? nacd_ns : lesser(nacd_ns, config->slowest_ns);
        return;
    }
    config->delay_most_ns = given.delay_most_ns;
    if (config->slowest_ns >= 0 && config->delay_most_ns > config->slowest_ns) {
        char text[160];
        snprintf(text, sizeof text,
                 "--delay-most is more than --slowest: events may be %g ms late instead of %g ms",
                 (double)config->delay_most_ns / 1e6, (double)config->slowest_ns / 1e6);
        print_line(COLOUR_YELLOW, "interloper: warning", text);
        config->slowest_ns = config->delay_most_ns;
    }
}

static bool complete(const struct parsed *parsed, struct error *error)
{
    struct campaign_options *options = &given.campaign;
    if (!parsed->rest_count)
        return error_set(error, EXIT_BAD_USAGE,
                         "run: no command given; write it behind --, as in 'interloper run -- npm "
                         "test'");
    if (options->out == default_folder && !folder_is_no_link(default_folder, error))
        return false;
    options->store = given.store;
    if (!parse_seed(given.seed, &options->seed, error) ||
        !parse_controls(given.controls, &options->config.controls, error) ||
        (given.shard && !shard_parse(given.shard, &options->shard, &options->shards, error)) ||
        !parse_share(&given.share, options, error) || !read_holds(given.holds, options, error))
        return false;
    if (given.real_time)
        options->config.controls &= ~(uint32_t)CONTROL_CLOCK;
    set_lateness(&options->config);
    options->isolate = !given.no_isolate;
    options->agent = !given.no_agent;
    if (options->agent && options->task != CAMPAIGN_TELLS && !config_check_models(error))
        return false;
    options->config.stacks = given.stacks;
    options->minimise = !given.no_minimize;
    options->argv = parsed->rest;
    options->given = &given.repeated;
    if (!options->runs && !options->budget_ns)
        options->runs = 100;
    return true;
}

/* What is shown while the campaign goes on. */
struct watching {
    struct progress progress;
    FILE *text; /* where text for people goes */
};

static void on_ready(void *context)
{
    struct watching *self = context;
    if (self->text)
        run_report_start(&given.campaign, self->text);
}

static void on_warning(void *context, const char *text)
{
    struct watching *self = context;
    progress_clear(&self->progress);
    print_line(COLOUR_YELLOW, "interloper: warning", text);
}

static void on_baseline(void *context, const struct campaign_result *so_far)
{
    struct watching *self = context;
    progress_clear(&self->progress);
    if (given.campaign.resume)
        print_remark("going on: %llu runs are there already", (unsigned long long)so_far->kept);
    if (self->text)
        run_report_baseline(so_far, self->text);
}

static void on_progress(void *context, const struct campaign_progress *now)
{
    struct watching *self = context;
    if (now->proving) {
        progress_show(&self->progress, "%s", now->proving);
        return;
    }
    double rate = now->elapsed_ms > 0 ? (double)now->done / now->elapsed_ms * 1e3 : 0;
    char planned[32] = "";
    if (now->planned)
        snprintf(planned, sizeof planned, "/%llu", (unsigned long long)now->planned);
    progress_show(&self->progress, "%llu%s runs, %llu failed, %.1f runs/s, trying %s",
                  (unsigned long long)now->done, planned, (unsigned long long)now->failures, rate,
                  now->trying);
}

static int conclude(const struct campaign_result *result, size_t fresh)
{
    if (result->interrupted)
        return EXIT_INTERRUPTED;
    if (result->baseline_problem)
        return report_baseline_failed(result);
    return fresh && !given.write_baseline ? EXIT_FOUND : EXIT_NOTHING_FOUND;
}

/* Baselines, and the formats of other tools. `fresh`: findings that are not known. */
static bool report_findings(const struct campaign_result *result, size_t *fresh,
                            struct error *error)
{
    struct collection *findings = run_findings(&given.campaign, result);
    struct buf out = {0};
    size_t known = 0;
    bool whole = !result->interrupted && !result->baseline_problem;
    bool ok = !given.write_baseline || !whole ||
              collection_write_baseline(findings, given.write_baseline, error);
    ok = ok && (!given.baseline || collection_drop_known(findings, given.baseline, &known, error));
    if (known)
        print_remark("%zu of %zu findings %s known (%s)", known, result->findings.list.len,
                     known == 1 ? "is" : "are", given.baseline ? given.baseline : "");
    *fresh = collection_count(findings, given.slow_counts ? SEVERITY_NOTE : SEVERITY_WARNING);
    if (ok)
        collection_print(findings, given.format, result->interrupted, &out);
    fwrite(buf_view(&out).at, 1, out.len, stdout);
    buf_free(&out);
    collection_free(findings);
    return ok;
}

static void write_page(struct campaign_result *result)
{
    struct error error;
    if (result->baseline_problem)
        return;
    result->page = run_page_write(&given.campaign, result, &error);
    if (!result->page)
        print_line(COLOUR_YELLOW, "interloper: warning", error.message);
}

static int explore(struct error *error)
{
    if (given.campaign.task == CAMPAIGN_EXPLORES && !config_check_models(error))
        return report_error(error);
    bool json = strcmp(given.format, "json") == 0, text = strcmp(given.format, "text") == 0;
    struct watching watching = {.progress = progress_to(stderr), .text = text ? stdout : NULL};
    struct campaign_observer observer = {&watching, on_ready, on_warning, on_progress, on_baseline};
    struct campaign_result result;
    bool done = campaign_run(&given.campaign, &observer, &result, error);
    progress_clear(&watching.progress);
    int code = EXIT_NOTHING_FOUND;
    size_t fresh = 0;
    if (done) {
        write_page(&result);
        if (json || text)
            (json ? run_report_json : run_report_text)(&given.campaign, &result, stdout);
        done = report_findings(&result, &fresh, error);
        code = conclude(&result, fresh);
    }
    campaign_result_free(&result);
    schedule_free(&given.schedule);
    return done ? code : report_error(error);
}

/* The words of another process of the tool, or of the one before us, as argv. */
static bool parse_words(struct str words, struct parsed *parsed, struct error *error)
{
    VEC(char *) argv = {0}; /* its words are kept for good, like those of main() */
    while (words.len) {
        struct str word = str_cut(&words, '\0');
        *vec_push(&argv) = mem_dup_n(word.at, word.len);
    }
    int count = (int)argv.len;
    *vec_push(&argv) = NULL;
    return options_parse(&usage, count, argv.at, parsed, error);
}

/* "--out=DIR" twice is as good as the second alone; --share is a list. */
static void drop_replaced(struct texts *options)
{
    size_t kept = 0;
    for (size_t i = 0; i < options->len; i++) {
        struct str all = str_of(options->at[i]), name = str_cut(&all, '=');
        bool replaced = false;
        for (size_t j = i + 1; j < options->len && !str_is(name, "--share"); j++) {
            struct str other = str_of(options->at[j]);
            replaced |= str_equal(str_cut(&other, '='), name);
        }
        if (replaced)
            free((char *)options->at[i]);
        else
            options->at[kept++] = options->at[i];
    }
    options->len = kept;
}

static bool origin_of(struct campaign_origin *origin, bool begins, bool *absent,
                      struct error *error)
{
    struct campaign_options at = {
        .out = given.campaign.out, .store = given.store, .shard = given.campaign.shard};
    char *place = campaign_place(&at);
    bool ok = campaign_origin(place, origin, absent, error);
    if (*absent && begins) {
        char *label = store_label(place);
        print_remark("%s: there is no campaign to go on with: it begins", label);
        free(label);
    }
    free(place);
    return ok;
}

/* With --resume the seed is that of the campaign, and where no command is given, so are the options
 * and the command; what is given besides counts. With a command, and where there is no campaign
 * yet, it begins: whoever runs the same line again after a machine went down need not look. */
static bool take_origin(struct parsed *parsed, struct error *error)
{
    struct campaign_origin origin = {0};
    struct buf words = given.words;
    bool absent = false;
    bool ok = origin_of(&origin, parsed->rest_count > 0, &absent, error);
    if (absent && parsed->rest_count) {
        given.campaign.resume = false;
        return true;
    }
    if (ok && !parsed->rest_count) {
        struct parsed again;
        const char *store = given.store; /* with its password, which no words have */
        given.repeated.len = given.share.len = 0;
        ok = parse_words(buf_view(&origin.words), parsed, error) &&
             parse_words(buf_view(&words), &again, error);
        given.store = store;
        drop_replaced(&given.repeated);
    }
    if (ok && !given.seed)
        given.seed = mem_dup_n(origin.seed.at, origin.seed.len);
    campaign_origin_free(&origin);
    return ok;
}

static bool store_check(struct error *error)
{
    if (!store_is_url(given.store))
        return error_set(error, EXIT_BAD_USAGE,
                         "--store: what is given is no address of a PostgreSQL server, as in "
                         "postgres://user@host/database#name");
    return store_check_url(given.store, error);
}

/* What the store keeps of a word of ours: an address without its password, and of --shard auto
 * which one it was, since whoever goes on or merges may not know. NULL: the word as it is. */
static char *word_kept(struct str name, char *value)
{
    if (str_is(name, "--store")) {
        char *label = store_label(value);
        store_hide(value);
        return label;
    }
    if (str_is(name, "--shard") && strcmp(value, "auto") == 0 && given.campaign.shards)
        return mem_printf("%lld/%lld", (long long)given.campaign.shard,
                          (long long)given.campaign.shards);
    return NULL;
}

/* The command line, for the store. The first `own` words are ours, the others the command's. */
static void note_words(char **words, int count, int own)
{
    struct str name = STR("");
    for (int i = 0; i < count; i++) {
        char *equals = strchr(words[i], '='), *kept = NULL;
        if (i < own && equals && str_starts(str_of(words[i]), STR("--"))) {
            name = (struct str){words[i], (size_t)(equals - words[i])};
            kept = word_kept(name, equals + 1);
            buf_str(&given.words, kept ? (struct str){name.at, name.len + 1} : STR(""));
        } else if (i < own) {
            kept = word_kept(name, words[i]);
            name = str_of(words[i]);
        }
        const char *word = kept ? kept : words[i];
        buf_add(&given.words, word, strlen(word) + 1);
        free(kept);
    }
}

int run_tell(const char *out, struct str words, const char *seed, const char *format)
{
    struct parsed parsed;
    struct error error;
    set_defaults();
    if (!parse_words(words, &parsed, &error))
        return report_error(&error);
    given.campaign.out = out;
    given.campaign.log = NULL;
    given.baseline = given.write_baseline = NULL;
    given.store = NULL;
    given.seed = seed;
    given.format = format;
    given.campaign.task = CAMPAIGN_TELLS;
    if (!complete(&parsed, &error))
        return report_error(&error);
    given.campaign.shard = 0;
    given.campaign.jobs = 0;
    return explore(&error);
}

static int run(struct parsed *parsed, char **words, int count, struct error *error)
{
    if (given.store) {
        given.store = mem_dup(given.store); /* the word itself will be made unreadable */
        if (!store_check(error))
            return report_error(error);
    }
    if (given.shard &&
        !shard_parse(given.shard, &given.campaign.shard, &given.campaign.shards, error))
        return report_error(error);
    note_words(words, count, count - parsed->rest_count);
    if ((given.campaign.resume && !take_origin(parsed, error)) || !complete(parsed, error))
        return report_error(error);
    given.campaign.words = buf_view(&given.words);
    deadline_prepare();
    mapped_survive();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe on stdout must not leave runs and folders behind */
    return explore(error);
}

int cmd_run(int argc, char **argv)
{
    struct parsed parsed;
    struct error error;
    set_defaults();
    char **words = mem_zalloc((size_t)argc * sizeof *words); /* parsing permutes argv */
    memcpy(words, argv + 1, (size_t)(argc - 1) * sizeof *words);
    int code = take_options(&usage, argc, argv, &parsed) ? run(&parsed, words, argc - 1, &error)
                                                         : parsed.code;
    free(words);
    return code;
}
