#include "commands/run_report.h"

#include "base/json.h"
#include "base/terminal.h"
#include "explore/strategy.h"

#include <inttypes.h>

/* A word as a shell would have to be given it. */
static void shell_word(struct buf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./=:,@%+";
    if (*word && strspn(word, plain) == strlen(word)) {
        buf_text(out, word);
        return;
    }
    buf_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            buf_text(out, "'\\''");
        else
            buf_char(out, *word);
    buf_char(out, '\'');
}

static void command_line(const struct campaign_options *options, struct buf *out)
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
    command_line(options, &line);
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

void run_report_baseline(const struct campaign_result *result, FILE *out)
{
    fprintf(out, "baseline  %spasses%s: %" PRIu64 " runs, median ",
            terminal_colour(out, COLOUR_GREEN), terminal_colour(out, COLOUR_NONE),
            result->baseline.runs);
    print_time(out, result->baseline.median_ms);
    fprintf(out, ", %zu of %zu process%s controlled, %s\n", controlled_count(result),
            result->processes.len, result->processes.len == 1 ? "" : "es",
            result->isolated ? "isolated" : "not isolated");
    fflush(out);
}

/* Lines of text, each behind a bar. */
static void print_quoted(FILE *out, const char *lines)
{
    for (struct str rest = str_of(lines); rest.len;) {
        struct str line = str_cut(&rest, '\n');
        fprintf(out, "      %s│%s " STR_FMT "\n", terminal_colour(out, COLOUR_DIM),
                terminal_colour(out, COLOUR_NONE), STR_ARG(line));
    }
}

static void print_again(const struct campaign_options *options,
                        const struct campaign_result *result, const struct finding *finding,
                        FILE *out)
{
    struct buf line = {0};
    command_line(options, &line);
    fprintf(out,
            "    again     interloper run --seed %" PRIx64 " --first-run %" PRIu64
            " --runs 1 --strategy %s%s%s -- %s\n",
            options->seed, finding->first_run, options->strategy,
            result->isolated ? "" : " --no-isolate",
            options->config.controls & CONTROL_CLOCK ? "" : " --real-time", line.at);
    buf_free(&line);
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
    if (strcmp(finding->signature, finding->outcome) != 0)
        fprintf(out, "    %s\n", finding->signature);
    if (finding->last_lines && *finding->last_lines)
        print_quoted(out, finding->last_lines);
    if (finding->schedule)
        fprintf(out, "    schedule  %s (%zu hold%s)\n", finding->schedule, finding->holds,
                finding->holds == 1 ? "" : "s");
    if (finding->log)
        fprintf(out, "    log       %s\n", finding->log);
    if (finding->output)
        fprintf(out, "    output    %s\n", finding->output);
    print_again(options, result, finding, out);
}

static void print_summary(const struct campaign_result *result, FILE *out)
{
    double rate = result->elapsed_ms > 0 ? (double)result->runs / result->elapsed_ms * 1e3 : 0;
    fprintf(out, "explored  %" PRIu64 " run%s in ", result->runs, result->runs == 1 ? "" : "s");
    print_time(out, result->elapsed_ms);
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
}

void run_report_text(const struct campaign_options *options, const struct campaign_result *result,
                     FILE *out)
{
    if (!result->baseline_problem)
        print_summary(result, out);
    for (size_t i = 0; i < result->findings.list.len; i++)
        print_finding(options, result, &result->findings.list.at[i], out);
    fflush(out);
}

static void json_finding(struct json *json, const struct finding *finding)
{
    json_object(json, NULL);
    json_text(json, "id", finding->id);
    json_integer(json, "count", (int64_t)finding->count);
    json_text(json, "outcome", finding->outcome);
    json_text(json, "signature", finding->signature);
    json_text(json, "schedule", finding->schedule);
    json_text(json, "output", finding->output);
    json_text(json, "log", finding->log);
    json_integer(json, "first_run", (int64_t)finding->first_run);
    json_text(json, "strategy", strategy_name(finding->strategy));
    json_integer(json, "holds", (int64_t)finding->holds);
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

static void json_numbers(struct json *json, const struct campaign_result *result)
{
    json_integer(json, "runs", (int64_t)result->runs);
    json_integer(json, "failures", (int64_t)result->failures);
    if (result->first_failure)
        json_integer(json, "first_failure", (int64_t)result->first_failure);
    else
        json_null(json, "first_failure");
    json_number(json, "elapsed_ms", result->elapsed_ms, 1);
    json_number(json, "median_run_ms", result->median_run_ms, 1);
    json_number(json, "median_run_cpu_ms", result->median_run_cpu_ms, 1);
    json_integer(json, "jobs", result->jobs);
    json_number(json, "timeout_ms", (double)result->timeout_ns / 1e6, 0);
    json_boolean(json, "isolated", result->isolated);
    json_boolean(json, "interrupted", result->interrupted);
}

static void json_lists(struct json *json, const struct campaign_result *result)
{
    json_array(json, "findings");
    for (size_t i = 0; i < result->findings.list.len; i++)
        json_finding(json, &result->findings.list.at[i]);
    json_end_array(json);
    json_array(json, "processes");
    vec_each (process, &result->processes) {
        json_object(json, NULL);
        json_text(json, "name", process->name);
        json_text(json, "command", process->command);
        json_boolean(json, "controlled", process->controlled);
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
    json_numbers(&json, result);
    json_lists(&json, result);
    json_end_object(&json);
    fprintf(out, "%s\n", text.at);
    fflush(out);
    buf_free(&text);
}
