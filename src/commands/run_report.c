#include "commands/run_report.h"

#include "base/json.h"
#include "base/terminal.h"
#include "commands/proof.h"
#include "commands/story_report.h"
#include "explore/strategy.h"

#include <inttypes.h>

static void print_safe(FILE *out, const char *before, const char *text, const char *after)
{
    struct buf safe = {0};
    terminal_safe(&safe, str_of(text));
    fprintf(out, "%s%s%s", before, buf_view(&safe).at, after);
    buf_free(&safe);
}

/* $'…', which bash, zsh, ksh and dash's successors read: the escapes of terminal_safe() are its. */
static bool escaped_word(struct buf *out, const char *word)
{
    struct buf quoted = {0}, safe = {0};
    for (const char *at = word; *at; at++)
        buf_printf(&quoted, "%s%c", *at == '\'' || *at == '\\' ? "\\" : "", *at);
    terminal_safe(&safe, buf_view(&quoted));
    bool needed = !str_equal(buf_view(&safe), buf_view(&quoted));
    if (needed)
        buf_printf(out, "$'%s'", safe.at);
    buf_free(&quoted);
    buf_free(&safe);
    return needed;
}

void shell_word(struct buf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./=:,@%+";
    if (*word && strspn(word, plain) == strlen(word) && strncmp(word, "::", 2) != 0) {
        buf_text(out, word);
        return;
    }
    if (escaped_word(out, word))
        return;
    buf_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            buf_text(out, "'\\''");
        else
            buf_char(out, *word);
    buf_char(out, '\'');
}

void run_report_command(const struct campaign_options *options, struct buf *out)
{
    for (char **word = options->argv; *word; word++) {
        if (word != options->argv)
            buf_char(out, ' ');
        shell_word(out, *word);
    }
}

static void print_time(FILE *out, double ms)
{
    if (ms < 1000)
        fprintf(out, "%.0f ms", ms);
    else if (ms < 120000)
        fprintf(out, "%.1f s", ms / 1000);
    else
        fprintf(out, "%.1f min", ms / 60000);
}

void run_report_start(const struct campaign_options *options, FILE *out)
{
    struct buf line = {0};
    run_report_command(options, &line);
    fprintf(out, "%srun%s       %s\n", terminal_colour(out, COLOUR_BOLD),
            terminal_colour(out, COLOUR_NONE), line.at);
    fprintf(out, "seed      %" PRIx64 ", strategy %s, clock %s\n", options->seed, options->strategy,
            options->config.controls & CONTROL_CLOCK ? "virtual" : "real");
    fflush(out);
    buf_free(&line);
}

static size_t controlled_count(const struct campaign_result *result)
{
    size_t count = 0;
    for (size_t i = 0; i < result->processes.len; i++)
        count += result->processes.at[i].controlled;
    return count;
}

static const char *isolation_words(const struct campaign_result *result)
{
    if (!result->isolated)
        return "not isolated";
    if (result->shares_network && result->shares_files)
        return "network and files shared";
    if (result->shares_network)
        return "network shared";
    return result->shares_files ? "files shared" : "isolated";
}

void run_report_baseline(const struct campaign_result *result, FILE *out)
{
    fprintf(out, "baseline  %spasses%s: %" PRIu64 " runs, median ",
            terminal_colour(out, COLOUR_GREEN), terminal_colour(out, COLOUR_NONE),
            result->baseline.runs);
    print_time(out, result->baseline.median_ms);
    fprintf(out, ", %zu of %zu process%s controlled, %s\n", controlled_count(result),
            result->processes.len, result->processes.len == 1 ? "" : "es", isolation_words(result));
    fflush(out);
}

void run_report_quoted(FILE *out, const char *lines)
{
    struct buf safe = {0};
    for (struct str rest = str_of(lines); rest.len;) {
        buf_clear(&safe);
        terminal_safe(&safe, str_cut(&rest, '\n'));
        fprintf(out, "      %s│%s %s\n", terminal_colour(out, COLOUR_DIM),
                terminal_colour(out, COLOUR_NONE), buf_view(&safe).at);
    }
    buf_free(&safe);
}

/* The command line that does run number `first_run` once more: the options that were given, and
 * what was decided without them. */
static void again_line(const struct campaign_options *options, const struct campaign_result *result,
                       const struct finding *finding, struct buf *line)
{
    buf_printf(line, "interloper run --seed %" PRIx64 " --first-run %" PRIu64 " --runs 1",
               options->seed, finding->first_run);
    vec_each (word, options->given) {
        buf_char(line, ' ');
        shell_word(line, *word);
    }
    if (result->isolated && result->shares_network && !options->share_network)
        buf_text(line, " --share=network");
    buf_text(line, " -- ");
    run_report_command(options, line);
}

/* The command line that replays its schedule: with those of the options that replay has, too. */
void run_report_repeat(const struct campaign_options *options, const struct finding *finding,
                       struct buf *line)
{
    static const char *const known[] = {"--timeout", "--jobs",       "--stdin",   "--watchdog",
                                        "--share",   "--no-isolate", "--no-agent"};
    buf_text(line, "interloper replay");
    vec_each (word, options->given)
        for (size_t i = 0; i < COUNT_OF(known); i++)
            if (str_equal(str_of(known[i]), (struct str){*word, strcspn(*word, "=")})) {
                buf_char(line, ' ');
                shell_word(line, *word);
            }
    buf_char(line, ' ');
    shell_word(line, finding->schedule);
}

static void print_again(const struct campaign_options *options,
                        const struct campaign_result *result, const struct finding *finding,
                        FILE *out)
{
    struct buf line = {0};
    if (finding->schedule) {
        run_report_repeat(options, finding, &line);
        fprintf(out, "    replay    %s\n", line.at);
        buf_clear(&line);
    }
    again_line(options, result, finding, &line);
    fprintf(out, "    again     %s\n", line.at);
    buf_free(&line);
}

static void print_proof(const struct finding *finding, FILE *out)
{
    const struct replay *replays = &finding->replays;
    if (!replays->times) {
        fputs("    observed  not replayed\n", out);
        return;
    }
    fprintf(out, "    %s  came back in %" PRIu64 " of %" PRIu64 " replays",
            finding->proved ? "proved  " : "observed", replays->reproduced, replays->times);
    enum { FEW = 4 }; /* of more, the sum says little: many are late at once */
    if (finding->proved && (finding->minimised || finding->holds <= FEW))
        fprintf(out, "; needs events to be %g ms late in all", replays->lateness_ms);
    else if (finding->proved)
        fprintf(out, "; not minimised in full: 'interloper minimize' goes on");
    fputc('\n', out);
}

static void print_finding(const struct campaign_options *options,
                          const struct campaign_result *result, const struct finding *finding,
                          FILE *out)
{
    const char *bold = terminal_colour(out, COLOUR_BOLD), *red = terminal_colour(out, COLOUR_RED),
               *plain = terminal_colour(out, COLOUR_NONE);
    fprintf(out,
            "\n%s%s%s  %s%s%s in %" PRIu64 " of %" PRIu64 " runs, first in run %" PRIu64 " (%s)\n",
            bold, finding->id, plain, red, finding->outcome, plain, finding->count, result->runs,
            finding->first_run, strategy_name(finding->strategy));
    if (finding->test)
        print_safe(out, "    ", finding->test, "\n");
    else if (strcmp(finding->signature, finding->outcome) != 0 && !finding->message)
        print_safe(out, "    ", finding->signature, "\n");
    if (finding->message)
        story_report_failure(out, finding->message, finding->at);
    else if (finding->last_lines && *finding->last_lines)
        run_report_quoted(out, finding->last_lines);
    print_proof(finding, out);
    story_report_text(out, &finding->explanation);
    if (finding->schedule) {
        print_safe(out, "    schedule  ", finding->schedule, "");
        fprintf(out, " (%zu hold%s", finding->holds, finding->holds == 1 ? "" : "s");
        if (finding->holds < finding->holds_found)
            fprintf(out, " of %zu", finding->holds_found);
        fputs(")\n", out);
    }
    if (finding->log)
        print_safe(out, "    log       ", finding->log, "\n");
    if (finding->output)
        print_safe(out, "    output    ", finding->output, "\n");
    print_again(options, result, finding, out);
}

static void print_coverage(const struct search_coverage *coverage, FILE *out)
{
    if (!coverage->known)
        return;
    if (coverage->complete && !coverage->pairs)
        fputs("coverage  no two events can change places: there is nothing more to try\n", out);
    else if (coverage->complete)
        fprintf(out,
                "coverage  all %" PRIu64 " pairs of events that can change places were tried\n",
                coverage->pairs);
    else
        fprintf(out,
                "coverage  %" PRIu64 " of %" PRIu64
                " pairs of events that can change places were tried\n",
                coverage->tried, coverage->pairs);
}

static void print_summary(const struct campaign_result *result, FILE *out)
{
    double rate = result->explored_ms > 0 ? (double)result->runs / result->explored_ms * 1e3 : 0;
    fprintf(out, "explored  %" PRIu64 " run%s in ", result->runs, result->runs == 1 ? "" : "s");
    print_time(out, result->explored_ms);
    fprintf(out, " (%.1f/s, %" PRId64 " job%s): ", rate, result->jobs,
            result->jobs == 1 ? "" : "s");
    if (result->failures)
        fprintf(out, "%s%" PRIu64 " failed%s, first in run %" PRIu64,
                terminal_colour(out, COLOUR_RED), result->failures,
                terminal_colour(out, COLOUR_NONE), result->first_failure);
    else
        fprintf(out, "%sno run failed%s", terminal_colour(out, COLOUR_GREEN),
                terminal_colour(out, COLOUR_NONE));
    fputs(result->interrupted ? " (interrupted)\n" : "\n", out);
    print_coverage(&result->coverage, out);
    if (result->holds)
        fprintf(out, "schedule  holds %zu, met %zu\n", result->holds, result->met);
}

void run_report_text(const struct campaign_options *options, const struct campaign_result *result,
                     FILE *out)
{
    if (!result->baseline_problem)
        print_summary(result, out);
    for (size_t i = 0; i < result->findings.list.len; i++) {
        const struct finding *finding = &result->findings.list.at[i];
        if (finding->slow && (!i || !finding[-1].slow))
            fputs("\nonly if the world is very slow (events more than a second late in all):\n",
                  out);
        print_finding(options, result, finding, out);
    }
    if (result->page)
        print_safe(out, "report    ", result->page, "\n");
    fflush(out);
}

static void json_proof(struct json *json, const struct campaign_options *options,
                       const struct finding *finding)
{
    struct buf line = {0};
    json_text(json, "status", finding->proved ? "proved" : "observed");
    json_object(json, "replays");
    json_integer(json, "times", (int64_t)finding->replays.times);
    json_integer(json, "reproduced", (int64_t)finding->replays.reproduced);
    json_end_object(json);
    json_boolean(json, "minimized", finding->minimised);
    json_integer(json, "holds_found", (int64_t)finding->holds_found);
    if (finding->replays.reproduced)
        json_number(json, "lateness_ms", finding->replays.lateness_ms, 3);
    else
        json_null(json, "lateness_ms");
    if (finding->schedule)
        run_report_repeat(options, finding, &line);
    json_text(json, "repeat", line.at);
    buf_free(&line);
}

static void json_finding(struct json *json, const struct campaign_options *options,
                         const struct finding *finding)
{
    json_object(json, NULL);
    json_text(json, "id", finding->id);
    json_integer(json, "count", (int64_t)finding->count);
    json_text(json, "outcome", finding->outcome);
    json_text(json, "test", finding->test);
    json_text(json, "signature", finding->signature);
    json_text(json, "message", finding->message);
    json_text(json, "thrown_at", finding->at);
    json_text(json, "schedule", finding->schedule);
    json_text(json, "output", finding->output);
    json_text(json, "log", finding->log);
    json_text(json, "trace", finding->trace);
    json_integer(json, "first_run", (int64_t)finding->first_run);
    json_text(json, "strategy", strategy_name(finding->strategy));
    json_integer(json, "holds", (int64_t)finding->holds);
    json_proof(json, options, finding);
    json_boolean(json, "slow", finding->slow);
    story_report_json(json, &finding->explanation);
    json_end_object(json);
}

static void json_head(struct json *json, const struct campaign_options *options)
{
    char seed[32];
    snprintf(seed, sizeof seed, "%" PRIx64, options->seed);
    json_array(json, "command");
    for (char **word = options->argv; *word; word++)
        json_text(json, NULL, *word);
    json_end_array(json);
    json_text(json, "strategy", options->strategy);
    json_text(json, "seed", seed);
}

static void json_baseline(struct json *json, const struct campaign_result *result)
{
    json_object(json, "baseline");
    json_integer(json, "runs", (int64_t)result->baseline.runs);
    json_integer(json, "failures", (int64_t)result->baseline.failures);
    json_number(json, "median_ms", result->baseline.median_ms, 1);
    json_text(json, "problem", result->baseline_problem);
    json_text(json, "output", result->baseline_output);
    json_end_object(json);
}

static void json_numbers(struct json *json, const struct campaign_options *options,
                         const struct campaign_result *result)
{
    json_integer(json, "runs", (int64_t)result->runs);
    json_integer(json, "failures", (int64_t)result->failures);
    if (result->first_failure)
        json_integer(json, "first_failure", (int64_t)result->first_failure);
    else
        json_null(json, "first_failure");
    if (result->first_failure_ms > 0)
        json_number(json, "first_failure_ms", result->first_failure_ms, 1);
    else
        json_null(json, "first_failure_ms");
    if (result->coverage.known) {
        json_object(json, "coverage");
        json_integer(json, "pairs", (int64_t)result->coverage.pairs);
        json_integer(json, "tried", (int64_t)result->coverage.tried);
        json_boolean(json, "complete", result->coverage.complete);
        json_end_object(json);
    } else {
        json_null(json, "coverage");
    }
    json_number(json, "elapsed_ms", result->elapsed_ms, 1);
    json_number(json, "explored_ms", result->explored_ms, 1);
    json_number(json, "median_run_ms", result->median_run_ms, 1);
    json_number(json, "median_run_cpu_ms", result->median_run_cpu_ms, 1);
    json_integer(json, "jobs", result->jobs);
    json_number(json, "timeout_ms", (double)result->timeout_ns / 1e6, 0);
    json_boolean(json, "isolated",
                 result->isolated && !result->shares_network && !result->shares_files);
    json_array(json, "shared");
    if (result->shares_network)
        json_text(json, NULL, "network");
    if (result->shares_files)
        json_text(json, NULL, "files");
    if (!result->isolated)
        json_text(json, NULL, "processes");
    json_end_array(json);
    json_boolean(json, "interrupted", result->interrupted);
    if (options->schedule) {
        json_integer(json, "holds", (int64_t)result->holds);
        json_integer(json, "met", (int64_t)result->met);
    }
}

static void json_lists(struct json *json, const struct campaign_options *options,
                       const struct campaign_result *result)
{
    json_array(json, "findings");
    for (size_t i = 0; i < result->findings.list.len; i++)
        json_finding(json, options, &result->findings.list.at[i]);
    json_end_array(json);
    json_array(json, "processes");
    vec_each (process, &result->processes) {
        json_object(json, NULL);
        json_text(json, "name", process->name);
        json_text(json, "command", process->command);
        json_boolean(json, "controlled", process->controlled);
        json_boolean(json, "agent", process->agent);
        json_end_object(json);
    }
    json_end_array(json);
    json_array(json, "warnings");
    vec_each (warning, &result->warnings)
        json_text(json, NULL, *warning);
    json_end_array(json);
}

void run_report_json(const struct campaign_options *options, const struct campaign_result *result,
                     FILE *out)
{
    struct buf text = {0};
    struct json json = json_to(&text);
    json_object(&json, NULL);
    json_head(&json, options);
    json_baseline(&json, result);
    json_numbers(&json, options, result);
    json_lists(&json, options, result);
    json_text(&json, "report", result->page);
    json_end_object(&json);
    fprintf(out, "%s\n", text.at);
    fflush(out);
    buf_free(&text);
}
