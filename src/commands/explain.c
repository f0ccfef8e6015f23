/* interloper explain: what changed places in a schedule; or what a rule of `check` means
 * (explain_rule.c). */
#include "commands/commands.h"
#include "commands/explain_rule.h"
#include "commands/proof.h"
#include "commands/story_report.h"

#include <unistd.h>

static void print_heading(const char *heading, const char *text)
{
    struct buf safe = {0};
    terminal_safe(&safe, str_of(text));
    printf("%s%s%s%s\n", heading, terminal_colour(stdout, COLOUR_BOLD), buf_view(&safe).at,
           terminal_colour(stdout, COLOUR_NONE));
    buf_free(&safe);
}

static void print_text(const char *path, const struct explanation *explanation)
{
    print_heading("explain   ", path);
    if (explanation->test)
        print_heading("test      ", explanation->test);
    if (explanation->message)
        story_report_failure(stdout, explanation->message, explanation->at);
    story_report_text(stdout, explanation);
    if (explanation->done && !explanation->story.told)
        puts(proof_given.schedule.holds.len
                 ? "    why       none of the events that the schedule holds came in these runs"
                 : "    why       nothing is held: it fails where each event comes in a turn of "
                   "its own");
}

static void print_json(const char *path, const struct campaign_result *result)
{
    const struct explanation *explanation = &result->explanation;
    struct buf text = {0};
    struct json json = json_to(&text);
    json_object(&json, NULL);
    json_text(&json, "schedule", path);
    json_text(&json, "test", explanation->test);
    json_text(&json, "message", explanation->message);
    json_text(&json, "thrown_at", explanation->at);
    story_report_json(&json, explanation);
    proof_end_json(&json, &text, result);
}

static int conclude(const char *path, const struct campaign_result *result)
{
    if (result->baseline_problem)
        return report_baseline_failed(result);
    if (strcmp(proof_given.format, "json") == 0)
        print_json(path, result);
    else
        print_text(path, &result->explanation);
    if (result->interrupted)
        return EXIT_INTERRUPTED;
    return result->explanation.done ? EXIT_FOUND : EXIT_NOTHING_FOUND;
}

static int explain_file(const struct command_usage *usage, const struct parsed *parsed)
{
    struct error error;
    struct campaign_result result = {.findings.lock = -1};
    bool done = proof_complete(usage, parsed, &error) && proof_run(&result, &error);
    int code = done ? conclude(parsed->rest[0], &result) : report_error(&error);
    campaign_result_free(&result);
    proof_close();
    return code;
}

/* VS Code's debugger starts the replay itself and attaches where Node then waits:
 * `attachSimplePort` (vscode-js-debug, OPTIONS.md). Printed as a person would write it, to be put
 * in by hand. */
static int print_vscode(const char *path)
{
    static const char own[] = "node_modules/.bin/interloper";
    struct schedule schedule;
    struct error error;
    struct buf out = {0};
    if (!schedule_read(&schedule, path, &error))
        return report_error(&error);
    schedule_free(&schedule);
    bool is_installed = access(own, X_OK) == 0;
    const char *slash = strrchr(path, '/');
    char *name = mem_printf("replay %s", slash ? slash + 1 : path);
    buf_text(&out, "{\n  \"version\": \"0.2.0\",\n  \"configurations\": [{\n    \"name\": ");
    json_quote(&out, str_of(name));
    buf_printf(&out,
               ",\n    \"type\": \"node\",\n    \"request\": \"launch\",\n"
               "    \"runtimeExecutable\": \"%s%s\",\n    \"runtimeArgs\": [\"replay\", "
               "\"--inspect\", ",
               is_installed ? "${workspaceFolder}/" : "", is_installed ? own : "interloper");
    json_quote(&out, str_of(path));
    buf_printf(&out,
               "],\n    \"attachSimplePort\": %d,\n    \"cwd\": \"${workspaceFolder}\",\n"
               "    \"console\": \"integratedTerminal\",\n"
               "    \"skipFiles\": [\"<node_internals>/**\"]\n  }]\n}\n",
               PROOF_INSPECT_PORT);
    fputs(out.at, stdout);
    print_remark("put it into .vscode/launch.json, set breakpoints, and start it with F5");
    buf_free(&out);
    free(name);
    return EXIT_NOTHING_FOUND;
}

/* Rules are words without dots and slashes. */
static bool is_schedule(const char *name)
{
    return strpbrk(name, "./") != NULL;
}

static bool vscode;

static const struct option_row rows[] = {
    {"format", 'f', OPTION_CHOICE, &proof_given.format, "text|json", "how it is printed (text)", 0,
     0},
    {"vscode", 0, OPTION_FLAG, &vscode, NULL,
     "only print how VS Code starts the schedule under its debugger", 0, 0},
    {NULL, 0, 0, NULL, NULL, "Of a schedule, which is run twice:", 0, 0},
    PROOF_RUN_ROWS,
};

static const struct command_usage usage = {
    .rows = rows,
    .row_count = COUNT_OF(rows),
    .command = "explain",
    .synopsis = "interloper explain [options] FILE.schedule [-- CMD [ARG...]] | RULE",
    .summary = "Tells which events changed places in a schedule, and where in the program they "
               "come\nfrom; or explains a rule of 'interloper check'. Without either, lists the "
               "rules.",
    .examples =
        "  interloper explain .interloper/f1.schedule\n"
        "  interloper explain --vscode .interloper/f1.schedule\n"
        "  interloper explain broken-promise\n\n"
        "A schedule is run twice, with the stack of each operation: once with nothing held, once\n"
        "as it is. What was before the other in the one run and behind it in the other is told.\n\n"
        "Exit status: 0 a rule was explained, or the failure did not come back, 1 a failure was\n"
        "explained, 2 bad usage or no such schedule, rule or command, 3 the program fails without\n"
        "the schedule, 4 something is missing on this machine, 130 interrupted.\n",
};

int cmd_explain(int argc, char **argv)
{
    struct parsed parsed;
    struct error error;
    proof_prepare(CAMPAIGN_EXPLAINS);
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
    if (vscode && parsed.rest_count)
        return print_vscode(parsed.rest[0]);
    if (parsed.rest_count && is_schedule(parsed.rest[0]))
        return explain_file(&usage, &parsed);
    if (parsed.rest_count > 1) {
        error_set(&error, EXIT_BAD_USAGE, "explain: one rule at a time");
        return report_error(&error);
    }
    return explain_rules(parsed.rest_count ? parsed.rest[0] : NULL,
                         strcmp(proof_given.format, "json") == 0);
}
