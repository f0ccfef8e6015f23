/* interloper check: static analysis of asynchronous JavaScript and TypeScript. */
#include "check/check.h"

#include "base/deadline.h"
#include "base/json.h"
#include "base/options.h"
#include "base/terminal.h"
#include "commands/commands.h"
#include "commands/fix.h"
#include "project/filter.h"
#include "project/walk.h"
#include "report/baseline.h"
#include "report/report.h"
#include "report/silence.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum {
    PLAIN_WIDTH = 100, /* of text that does not go to a terminal */
    MOST_TOLD = 20,    /* problems on standard error */
};

struct settings {
    const char *format, *severity, *baseline, *write_baseline, *graph, *config, *stdin_path;
    struct texts rules;
    int64_t max_findings, jobs, effort;
    bool log_order, follow_packages, fix;
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Ctrl-C ends the analysis, not the report. A handler can reach nothing but globals. */
static atomic_bool interrupted;
static double first_interrupt_ms;

/* A terminal, npm and timeout(1) each send the same Ctrl-C, so that it comes twice at once; who
 * presses it again a moment later does not want to wait for the report. */
static void on_interrupt(int number)
{
    enum { ONE_PRESS_MS = 500 };
    if (!atomic_load(&interrupted))
        first_interrupt_ms = now_ms();
    else if (now_ms() - first_interrupt_ms > ONE_PRESS_MS) {
        signal(number, SIG_DFL);
        raise(number);
    }
    atomic_store(&interrupted, true);
    deadline_start();
}

static void catch_interrupts(void)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    deadline_prepare();
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        sigaddset(&action.sa_mask, numbers[i]);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        sigaction(numbers[i], &action, NULL);
}

/* Standard output may be a closed pipe or a full disk: that must not look like success. */
static int print(struct buf *out, int status)
{
    struct str text = buf_view(out);
    bool ok = fwrite(text.at, 1, text.len, stdout) == text.len && fflush(stdout) == 0;
    buf_free(out);
    if (ok)
        return status;
    struct error error;
    error_set(&error, EXIT_BAD_USAGE, "cannot write the report to standard output");
    return report_error(&error);
}

static int print_findings(const struct settings *settings, const struct findings *findings,
                          const struct report_facts *facts, int status)
{
    struct buf out = {0};
    struct paint paint = {
        .colour = terminal_has_colour(stdout),
        .width = isatty(STDOUT_FILENO) ? (unsigned)terminal_width(stdout) : PLAIN_WIDTH,
    };
    if (strcmp(settings->format, "json") == 0)
        report_json(findings, facts, &out);
    else if (report_writer_of(settings->format))
        report_writer_of(settings->format)(findings, facts, &out);
    else
        report_text(findings, facts, &paint, &out);
    return print(&out, status);
}

static int print_graph(const struct settings *settings, const struct graph *graph,
                       const struct findings *findings, const char *title)
{
    struct buf out = {0};
    if (strcmp(settings->graph, "dot") == 0)
        graph_write_dot(graph, &out);
    else if (strcmp(settings->graph, "json") == 0)
        graph_write_json(graph, &out);
    else
        graph_write_html(graph, findings, str_of(title), &out);
    return print(&out, atomic_load(&interrupted) ? EXIT_INTERRUPTED : EXIT_NOTHING_FOUND);
}

static void tell_problem(const struct problem *problem)
{
    struct source *source = problem->place.source;
    if (!source) {
        print_remark(STR_FMT, STR_ARG(problem->message));
        return;
    }
    struct position at = source_position(source, problem->place.start);
    print_remark(STR_FMT ":%u:%u: " STR_FMT, STR_ARG(source->path), at.line, at.column,
                 STR_ARG(problem->message));
}

/* Syntax errors and bounds, for people; JSON and SARIF have all of them. True where a named file is
 * malformed: that is bad input, while one that was found by walking is only mentioned. */
static bool tell_problems(const struct findings *findings)
{
    bool named_is_malformed = false;
    size_t told = 0, remarks = 0; /* files that have one: they stand together */
    const struct source *remarked = NULL;
    vec_each (problem, &findings->problems) {
        if (!problem->is_error && problem->place.source != remarked) {
            remarks++;
            remarked = problem->place.source;
        }
        if (problem->is_error && told++ < MOST_TOLD)
            tell_problem(problem);
        const struct source *source = problem->place.source;
        named_is_malformed |= problem->is_error && source && source->named;
    }
    if (told > MOST_TOLD)
        print_remark("and %zu more such lines", told - MOST_TOLD);
    if (remarks)
        print_remark(
            "%zu file%s executed in part: %s reached a bound; --format json lists where as "
            "remarks, and --effort 10 goes further",
            remarks, remarks == 1 ? " was" : "s were", remarks == 1 ? "it" : "they");
    return named_is_malformed;
}

static void tell_troubles(const struct project *project)
{
    vec_each (trouble, &project->troubles)
        print_remark("%s", *trouble);
    if (!project->files.len && !project->troubles.len)
        print_remark("no JavaScript or TypeScript to analyse%s",
                     project->skipped ? ": only minified or generated files, which must be named"
                                      : "");
}

/* A baseline of half the findings would let the other half pass for new ones. */
static bool write_baseline(const struct settings *settings, const struct findings *findings,
                           struct error *error)
{
    if (!settings->write_baseline || atomic_load(&interrupted))
        return true;
    return baseline_write(settings->write_baseline, findings, error);
}

static void tell_interrupted(const struct settings *settings)
{
    if (atomic_load(&interrupted))
        print_remark("interrupted: these are the findings so far%s",
                     settings->write_baseline ? "; no baseline was written" : "");
}

/* The option's word counts; else the largest of the configurations'. */
static size_t max_findings(const struct settings *settings, const struct project *project)
{
    int64_t most = settings->max_findings;
    vec_each (config, &project->configs)
        if (!settings->max_findings && (*config)->max_findings > most)
            most = (*config)->max_findings;
    if (!settings->max_findings && project->forced)
        most = project->forced->max_findings;
    return most ? (size_t)most : SIZE_MAX;
}

static int finish(const struct settings *settings, const struct project *project,
                  struct findings *findings, double started)
{
    struct error error;
    struct report_facts facts = {.files = project->files.len,
                                 .rules = check_rules,
                                 .rule_count = check_rule_count,
                                 .interrupted = atomic_load(&interrupted)};
    bool malformed = tell_problems(findings);
    tell_troubles(project);
    tell_interrupted(settings);
    if (!write_baseline(settings, findings, &error))
        return report_error(&error);
    if (settings->baseline && !baseline_apply(settings->baseline, findings, &error))
        return report_error(&error);
    int status = findings->list.len && !settings->write_baseline ? EXIT_FOUND : EXIT_NOTHING_FOUND;
    if (project->troubles.len || (malformed && status == EXIT_NOTHING_FOUND))
        status = EXIT_BAD_USAGE;
    if (facts.interrupted)
        status = EXIT_INTERRUPTED;
    findings_limit(findings, max_findings(settings, project));
    facts.elapsed_ms = now_ms() - started;
    return print_findings(settings, findings, &facts, status);
}

static struct source *follow(void *project, const struct source *from, struct str specifier)
{
    return project_follow(project, from, specifier);
}

/* The repairs of one round. Findings that the baseline knows are left alone. */
static bool fix_round(const struct settings *settings, struct findings *findings,
                      struct fixed *fixed, struct error *error)
{
    if (settings->baseline && !baseline_apply(settings->baseline, findings, error))
        return false;
    return atomic_load(&interrupted) || fix_files(findings, fixed, error);
}

static int analyse(const struct settings *settings, struct project *project,
                   const struct rule_filter *filter, const char *title, struct fixed *fixed)
{
    double started = now_ms();
    VEC(struct source *) sources = {0};
    vec_each (file, &project->files)
        *vec_push(&sources) = &(*file)->source;
    struct findings findings = {0};
    struct graph graph = {0};
    enum severity *severities = filter_severities(filter, project);
    struct check_options options = {
        .severities = severities,
        .jobs = (unsigned)settings->jobs,
        .effort = (unsigned)settings->effort,
        .graph = settings->graph ? &graph : NULL,
        .follow = settings->follow_packages ? follow : NULL,
        .follow_context = project,
        .stop = &interrupted,
    };
    struct check *check = check_run(sources.at, sources.len, &options, &findings);
    findings_finish(&findings);
    filter_findings(filter, &findings);
    struct error error;
    int status;
    if (fixed)
        status = fix_round(settings, &findings, fixed, &error) ? EXIT_NOTHING_FOUND
                                                               : report_error(&error);
    else
        status = settings->graph ? print_graph(settings, &graph, &findings, title)
                                 : finish(settings, project, &findings, started);
    check_free(check);
    graph_free(&graph);
    findings_free(&findings);
    vec_free(&sources);
    free(severities);
    return status;
}

/* One line of JSON a file: what its console.log calls print, in the abstract loop's order. The
 * differential test reads it. */
static int print_log_order(struct project *project)
{
    struct buf out = {0};
    vec_each (file, &project->files) {
        struct buf lines = {0};
        struct error error;
        struct json json = json_to(&out);
        json_object(&json, NULL);
        json_str(&json, "file", (*file)->source.path);
        if (check_log_order(&(*file)->source, &lines, &error))
            json_str(&json, "log", buf_view(&lines));
        else
            json_text(&json, "gave_up", error.message);
        json_end_object(&json);
        buf_char(&out, '\n');
        buf_free(&lines);
    }
    return print(&out, EXIT_NOTHING_FOUND);
}

/* As much as any other file may have. */
static bool read_standard_input(struct buf *text, struct error *error)
{
    enum { LARGEST = 16 * 1024 * 1024, PIECE = 64 * 1024 };
    for (;;) {
        ssize_t count = read(STDIN_FILENO, buf_room(text, PIECE), PIECE);
        if (count < 0 && errno == EINTR && !atomic_load(&interrupted))
            continue;
        if (count < 0)
            return error_set(error, EXIT_BAD_USAGE, "standard input: %s", strerror(errno));
        text->len += (size_t)count;
        if (text->len > LARGEST)
            return error_set(error, EXIT_BAD_USAGE, "standard input: larger than 16 MB");
        if (count == 0)
            return true;
    }
}

static bool add_standard_input(const struct settings *settings, struct project *project,
                               struct error *error)
{
    const char *path = settings->stdin_path ? settings->stdin_path : "stdin.js";
    struct buf text = {0};
    bool ok = read_standard_input(&text, error) &&
              project_add_text(project, path, buf_view(&text), error);
    buf_free(&text);
    return ok;
}

static bool list_files(const struct settings *settings, struct project *project,
                       const struct parsed *parsed, struct error *error)
{
    if (settings->config &&
        !(project->forced = config_read(settings->config, project->rules, error)))
        return false;
    int from_stdin = 0;
    for (int i = 0; i < parsed->rest_count; i++)
        from_stdin += strcmp(parsed->rest[i], "-") == 0;
    if (from_stdin > 1 || (settings->stdin_path && !from_stdin))
        return error_set(error, EXIT_BAD_USAGE,
                         from_stdin ? "check: '-' was given twice"
                                    : "--stdin-path: '-' expected among the paths");
    for (int i = 0; i < parsed->rest_count; i++) {
        const char *path = parsed->rest[i];
        if (strcmp(path, "-") == 0 ? !add_standard_input(settings, project, error)
                                   : !project_add(project, path, error))
            return false;
    }
    project_read(project, (unsigned)settings->jobs);
    return true;
}

/* Lists, reads and analyses; with `fixed`, repairs instead of reporting. */
static int run_once(const struct settings *settings, const struct parsed *parsed,
                    const struct rule_table *rules, const struct rule_filter *filter,
                    struct fixed *fixed)
{
    struct error error;
    struct project project = {.rules = rules, .stop = &interrupted};
    int status;
    if (!list_files(settings, &project, parsed, &error))
        status = report_error(&error);
    else if (settings->log_order)
        status = print_log_order(&project);
    else
        status = analyse(settings, &project, filter, parsed->rest[0], fixed);
    project_free(&project);
    return status;
}

/* A repair may show what stood behind it, so there are rounds, until nothing is left to repair: a
 * second --fix changes nothing. Returns false with the exit status. */
static bool fix_all(const struct settings *settings, const struct parsed *parsed,
                    const struct rule_table *rules, const struct rule_filter *filter, int *status)
{
    enum { MOST_ROUNDS = 10 };
    struct fixed all = {0}, round = {.findings = 1};
    for (unsigned i = 0; i < MOST_ROUNDS && round.findings && !atomic_load(&interrupted); i++) {
        round = (struct fixed){0};
        *status = run_once(settings, parsed, rules, filter, &round);
        if (*status != EXIT_NOTHING_FOUND)
            return false;
        all.findings += round.findings;
        all.files = round.files > all.files ? round.files : all.files;
    }
    if (all.findings)
        print_remark("%zu finding%s repaired in %zu file%s", all.findings,
                     all.findings == 1 ? " was" : "s were", all.files, all.files == 1 ? "" : "s");
    return true;
}

static bool may_fix(const struct settings *settings, const struct parsed *parsed,
                    struct error *error)
{
    bool has_stdin = false;
    for (int i = 0; i < parsed->rest_count; i++)
        has_stdin |= strcmp(parsed->rest[i], "-") == 0;
    if (has_stdin || settings->graph || settings->log_order || settings->write_baseline)
        return error_set(error, EXIT_BAD_USAGE, "--fix: not with %s",
                         has_stdin         ? "standard input, which is no file"
                         : settings->graph ? "--graph"
                         : settings->log_order
                             ? "--log-order"
                             : "--write-baseline: it would hold what is repaired");
    return true;
}

static int run(struct settings *settings, const struct parsed *parsed)
{
    struct error error;
    struct rule_table rules = {check_rules, check_rule_count};
    struct rule_filter filter = {.rules = &rules};
    int status;
    if (!filter_parse(&filter, &settings->rules, settings->severity, &error) ||
        (settings->fix && !may_fix(settings, parsed, &error)))
        status = report_error(&error);
    else if (!settings->fix || fix_all(settings, parsed, &rules, &filter, &status))
        status = run_once(settings, parsed, &rules, &filter, NULL);
    filter_free(&filter);
    return status;
}

static int64_t core_count(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores;
}

int cmd_check(int argc, char **argv)
{
    struct settings settings = {.format = "text", .jobs = core_count(), .effort = 1};
    const struct option_row rows[] = {
        {"format", 'f', OPTION_CHOICE, &settings.format, "text|json|" REPORT_FORMATS,
         "how findings are printed (text)", 0, 0},
        {"rule", 'r', OPTION_LIST, &settings.rules, "NAME[=LEVEL]",
         "only this rule; or with =off, on, note, warning, error: its level", 0, 0},
        {"severity", 's', OPTION_CHOICE, &settings.severity, "note|warning|error",
         "report only what is at least this serious (note)", 0, 0},
        {"max-findings", 'n', OPTION_INTEGER, &settings.max_findings, "N", "print at most N", 1,
         1e9},
        {"baseline", 'b', OPTION_TEXT, &settings.baseline, "FILE",
         "do not report the findings frozen in FILE", 0, 0},
        {"write-baseline", 0, OPTION_TEXT, &settings.write_baseline, "FILE",
         "freeze today's findings into FILE", 0, 0},
        {"config", 'c', OPTION_TEXT, &settings.config, "FILE",
         "instead of the nearest interloper.json or package.json", 0, 0},
        {"stdin-path", 0, OPTION_TEXT, &settings.stdin_path, "PATH",
         "what '-' is read and configured as: the file the text belongs to (stdin.js)", 0, 0},
        {"jobs", 'j', OPTION_INTEGER, &settings.jobs, "N", "threads (number of cores)", 1, 1024},
        {"effort", 0, OPTION_INTEGER, &settings.effort, "N",
         "execute up to N times as much of what reaches a bound (1)", 1, 1000},
        {"follow-packages", 0, OPTION_FLAG, &settings.follow_packages, NULL,
         "also execute the packages that are imported; findings in them are not reported", 0, 0},
        {"fix", 0, OPTION_FLAG, &settings.fix, NULL,
         "write the repairs that are certain into the files, then report what is left", 0, 0},
        {"graph", 'g', OPTION_CHOICE, &settings.graph, "dot|json|html",
         "print the callback graph instead of findings", 0, 0},
        {"log-order", 0, OPTION_FLAG, &settings.log_order, NULL,
         "print what each file would log, in order of execution", 0, 0},
    };
    const struct command_usage usage = {
        .command = "check",
        .synopsis = "interloper check [options] PATH...",
        .summary = "Finds asynchronous bugs in JavaScript and TypeScript without running it.",
        .examples = "  interloper check src\n"
                    "  interloper check --format sarif . >interloper.sarif\n"
                    "  interloper check --baseline known.json --severity warning src\n"
                    "  interloper check --graph html app.js >graph.html\n"
                    "  interloper check --stdin-path src/a.ts - <src/a.ts\n"
                    "  interloper explain broken-promise\n",
        .rows = rows,
        .row_count = COUNT_OF(rows),
    };
    struct parsed parsed;
    struct error error;
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
    if (!parsed.rest_count) {
        error_set(&error, EXIT_BAD_USAGE,
                  "check: which files or folders? See 'interloper check --help'");
        return report_error(&error);
    }
    catch_interrupts();
    int status = run(&settings, &parsed);
    free(settings.rules.at);
    return status;
}
