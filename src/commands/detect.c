/* interloper detect: predict races from one observed run, prove them by directed ones. */
#include "commands/detect.h"
#include "base/deadline.h"
#include "base/file.h"
#include "base/mapped.h"
#include "base/options.h"
#include "base/progress.h"
#include "commands/commands.h"
#include "commands/proof.h"
#include "commands/run_report.h"
#include "explore/campaign.h"
#include "project/config.h"
#include "segment/defaults.h"

#include <signal.h>

static struct {
    struct campaign_options campaign;
    struct detect detect;
    const char *format, *graph;
    struct texts share;
    bool no_isolate, no_minimize, real_time;
    struct progress progress;
} given;

static const struct option_row rows[] = {
    {"no-confirm", 0, OPTION_FLAG, &given.detect.no_confirm, NULL,
     "only predict: one observed run, and no directed ones", 0, 0},
    {"budget", 0, OPTION_DURATION, &given.campaign.budget_ns, "TIME",
     "stop proving after so much time, such as 60s (none)", 0, 0},
    {"trace", 0, OPTION_TEXT, &given.detect.trace_file, "FILE",
     "analyse what --save wrote, instead of running anything", 0, 0},
    {"save", 0, OPTION_TEXT, &given.detect.save_file, "FILE",
     "keep what was observed, for --trace and `interloper log`", 0, 0},
    {"only", 0, OPTION_LIST, &given.detect.only, "GLOB",
     "observe memory in these files only; may be given again", 0, 0},
    {"skip", 0, OPTION_LIST, &given.detect.skip, "GLOB",
     "observe no memory in these files; may be given again", 0, 0},
    {"all", 0, OPTION_FLAG, &given.detect.all, NULL,
     "tell, and try, what a pattern or a directed run shows to be benign, too", 0, 0},
    {"graph", 0, OPTION_CHOICE, &given.graph, "dot|json|html",
     "print what happened before what around the races, instead of the report", 0, 0},
    {"predicted-counts", 0, OPTION_FLAG, &given.detect.predicted_counts, NULL,
     "exit status 1 for races that are only predicted, too", 0, 0},

    {NULL, 0, 0, NULL, NULL, "The runs, and where results go:", 0, 0},
    {"timeout", 0, OPTION_DURATION, &given.campaign.timeout_ns, "TIME",
     "real time a run may take (20 times an unperturbed one, at least 30s)", 0, 0},
    {"jobs", 'j', OPTION_INTEGER, &given.campaign.jobs, "J",
     "runs side by side (number of cores; 1 where runs share something)", 1, 1024},
    {"fail-on", 0, OPTION_TEXT, &given.campaign.fail_on, "REGEX",
     "output that counts as failure (POSIX extended), besides status and signals", 0, 0},
    {"stdin", 0, OPTION_TEXT, &given.campaign.stdin_path, "FILE",
     "what the program reads from stdin (nothing)", 0, 0},
    {"out", 'o', OPTION_TEXT, &given.campaign.out, "DIR", "folder for schedules (.interloper)", 0,
     0},
    {"format", 0, OPTION_CHOICE, &given.format, "text|json|sarif|github|junit",
     "of the report (text)", 0, 0},
    {"share", 0, OPTION_LIST, &given.share, "network|files",
     "runs use the machine's network, or the real files (neither); may be given again", 0, 0},
    {"no-isolate", 0, OPTION_FLAG, &given.no_isolate, NULL,
     "runs use the machine's network, files and processes", 0, 0},
    {"real-time", 0, OPTION_FLAG, &given.real_time, NULL, "no virtual clock", 0, 0},
    {"no-minimize", 0, OPTION_FLAG, &given.no_minimize, NULL,
     "leave the schedules of confirmed races as they are", 0, 0},
};

static const struct command_usage usage = {
    .command = "detect",
    .synopsis = "interloper detect [options] -- CMD [ARG...]",
    .summary = "Predicts races from one observed run, then proves them by runs that turn them "
               "round.",
    .examples =
        "  interloper detect -- node test/upload.js\n"
        "  interloper detect --budget 60s --format json -- npm test\n"
        "  interloper detect --no-confirm --skip '**/node_modules/**' -- node server.test.js\n"
        "  interloper detect --trace run.observed\n\n"
        "A race is confirmed where the program does something else when its two accesses change\n"
        "places, and predicted where that was not tried.\n\n"
        "Exit status: 0 no race was confirmed, 1 one was, 2 bad usage or a malformed file, 3 the\n"
        "program fails unperturbed, 4 something is missing on this machine or nothing could be\n"
        "observed, 130 interrupted.\n",
    .rows = rows,
    .row_count = COUNT_OF(rows),
    .stop_at_first = true,
};

static const char default_folder[] = ".interloper";

static void set_defaults(void)
{
    memset(&given, 0, sizeof given);
    given.format = "text";
    given.campaign.task = CAMPAIGN_DETECTS;
    given.campaign.config = segment_config_default();
    given.campaign.strategy = "directed";
    given.campaign.out = default_folder;
    given.campaign.first_run = 1;
    given.campaign.detect = detect_in_campaign;
    given.campaign.detect_context = &given.detect;
    given.campaign.agent = true;
    given.progress = progress_to(stderr);
}

static bool complete(const struct parsed *parsed, struct error *error)
{
    struct campaign_options *options = &given.campaign;
    struct detect *detect = &given.detect;
    if (detect->trace_file && parsed->rest_count)
        return error_set(error, EXIT_BAD_USAGE,
                         "detect: --trace analyses a file; it takes no command");
    if (!detect->trace_file && !parsed->rest_count)
        return error_set(error, EXIT_BAD_USAGE,
                         "detect: no command given; write it behind --, as in 'interloper detect "
                         "-- npm test'");
    if (options->out == default_folder && !folder_is_no_link(default_folder, error))
        return false;
    if (detect->save_file && !file_check_writable(detect->save_file, error))
        return false;
    if (!detect->trace_file && !config_check_models(error))
        return false;
    if (given.real_time)
        options->config.controls &= ~(uint32_t)CONTROL_CLOCK;
    options->isolate = !given.no_isolate;
    options->argv = parsed->rest;
    detect->out = options->out;
    detect->minimise = !given.no_minimize;
    return parse_share(&given.share, options, error);
}

static void on_warning(void *context, const char *text)
{
    (void)context;
    progress_clear(&given.progress);
    print_line(COLOUR_YELLOW, "interloper: warning", text);
}

static void on_progress(void *context, const struct campaign_progress *now)
{
    (void)context;
    progress_show(&given.progress, "%s", now->proving ? now->proving : "running it unperturbed");
}

static int report(const struct campaign_result *result)
{
    const struct detect *detect = &given.detect;
    bool json = strcmp(given.format, "json") == 0;
    if (given.graph)
        detect_report_graph(detect, given.graph, stdout);
    else if (json || strcmp(given.format, "text") == 0)
        (json ? detect_report_json : detect_report_text)(detect, result, stdout);
    else
        detect_report_findings(detect, result ? result->elapsed_ms : 0,
                               result && result->interrupted, given.format, stdout);
    if (result && result->interrupted)
        return EXIT_INTERRUPTED;
    vec_each (one, &detect->list)
        if (detected_counts(detect, one))
            return EXIT_FOUND;
    return EXIT_NOTHING_FOUND;
}

/* A trace that somebody sent may name any file of this machine. */
struct str detect_source_text(struct arena *arena, struct str path)
{
    enum { LARGEST_SOURCE = 64 * 1024 * 1024 };
    struct str file = arena_str(arena, path), text = STR("");
    bool may_be_shown = !given.detect.trace_file || file_is_below_here(file.at);
    return may_be_shown && file_read_in(arena, file.at, LARGEST_SOURCE, &text, NULL) ? text
                                                                                     : STR("");
}

static int analyse_file(struct error *error)
{
    if (!observed_read(&given.detect.observed, given.detect.trace_file, error))
        return report_error(error);
    detect_analyse(&given.detect);
    return report(NULL);
}

static bool write_page(struct error *error)
{
    struct buf title = {0};
    run_report_command(&given.campaign, &title);
    bool ok = detect_page_write(&given.detect, buf_view(&title).at, error);
    buf_free(&title);
    return ok;
}

static int conclude(const struct campaign_result *result, struct error *error)
{
    const struct detect *detect = &given.detect;
    if (result->baseline_problem)
        return report_baseline_failed(result);
    if (detect->error.message[0])
        return report_error(&detect->error);
    if (detect->observed_fails && !result->interrupted)
        return report_failed_run(result, EXIT_ENVIRONMENT, result->observed_problem);
    if (!detect->was_observed && !result->interrupted) {
        error_set(error, EXIT_ENVIRONMENT,
                  "nothing was observed: no Node of the command could load the agent");
        return report_error(error);
    }
    if (!write_page(error))
        return report_error(error);
    return report(result);
}

static int run(struct error *error)
{
    struct campaign_observer observer = {.warning = on_warning, .progress = on_progress};
    struct campaign_result result;
    deadline_prepare();
    mapped_survive();
    signal(SIGPIPE, SIG_IGN);
    bool done = campaign_run(&given.campaign, &observer, &result, error);
    progress_clear(&given.progress);
    int code = done ? conclude(&result, error) : report_error(error);
    campaign_result_free(&result);
    return code;
}

static void clean_up(void)
{
    struct detect *detect = &given.detect;
    vec_each (one, &detect->list) {
        free(one->outcome);
        free(one->signature);
        free(one->test);
        free(one->schedule);
        buf_free(&one->plan);
    }
    vec_free(&detect->list);
    vec_each (followed, &detect->followed)
        detect_followed_free(*followed);
    vec_free(&detect->followed);
    buf_free(&detect->filter);
    races_free(&detect->races);
    observed_free(&detect->observed);
    traces_free(&detect->traces);
    arena_free(&detect->arena);
}

int cmd_detect(int argc, char **argv)
{
    struct parsed parsed;
    struct error error;
    set_defaults();
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
    if (!complete(&parsed, &error))
        return report_error(&error);
    if (!given.detect.trace_file && !config_check_models(&error))
        return report_error(&error);
    int code = given.detect.trace_file ? analyse_file(&error) : run(&error);
    clean_up();
    return code;
}
