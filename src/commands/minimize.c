/* interloper minimize: the fewest holds and the least lateness under which a failure comes. */
#include "base/file.h"
#include "commands/commands.h"
#include "commands/proof.h"
#include "event/text.h"

#include <inttypes.h>

static const struct option_row rows[] = {
    {"runs", 'n', OPTION_INTEGER, &proof_given.campaign.runs, "N",
     "stop looking after so many runs (as many as it takes)", 1, 1e12},
    {"budget", 0, OPTION_DURATION, &proof_given.campaign.budget_ns, "TIME",
     "stop looking after this much time, such as 30s", 0, 0},
    PROOF_ROWS,
};

static const struct command_usage usage = {
    .command = "minimize",
    .synopsis = "interloper minimize [options] FILE.schedule [-- CMD [ARG...]]",
    .summary = "Finds the fewest holds, then the least lateness, under which the failure still "
               "comes.",
    .examples =
        "  interloper minimize .interloper/f1.schedule\n"
        "  interloper minimize --budget 30s --format json .interloper/f1.full.schedule\n\n"
        "f1.schedule gives f1.min.schedule, which is then replayed ten times. Where --runs or\n"
        "--budget ends it early, the best so far is written.\n\n"
        "Exit status: 0 the failure did not come back, so there is nothing to minimise, 1 it did,\n"
        "2 bad usage or no such schedule or command, 3 the program fails without the schedule,\n"
        "4 something is missing on this machine, 130 interrupted.\n",
    .rows = rows,
    .row_count = COUNT_OF(rows),
};

/* f1.schedule becomes f1.min.schedule. */
static char *target_path(const char *path)
{
    struct str stem = str_of(path);
    if (str_ends(stem, STR(".schedule")))
        stem.len -= strlen(".schedule");
    return mem_printf(STR_FMT ".min.schedule", STR_ARG(stem));
}

static void print_text(const struct campaign_result *result, const char *path)
{
    const struct minimal *minimal = &result->minimal;
    if (!path) {
        puts("the failure did not come back when the schedule was run once: nothing to minimise");
        return;
    }
    printf("%sminimal%s   %zu of %zu holds, found in %" PRIu64 " runs%s\n",
           terminal_colour(stdout, COLOUR_BOLD), terminal_colour(stdout, COLOUR_NONE),
           minimal->holds.len, minimal->before, minimal->runs,
           minimal->cut ? " (ended early: there may be fewer)" : "");
    vec_each (hold, &minimal->holds) {
        struct buf line = {0}, safe = {0};
        buf_hold(&line, hold);
        terminal_safe(&safe, buf_view(&line));
        printf("  %s\n", safe.at);
        buf_free(&line);
        buf_free(&safe);
    }
    printf("lateness  they make events %g ms late in all\n", minimal->replays.lateness_ms);
    printf("replayed  the failure came back in %" PRIu64 " of %" PRIu64 " runs\n",
           minimal->replays.reproduced, minimal->replays.times);
    struct buf safe = {0};
    terminal_safe(&safe, str_of(path));
    printf("schedule  %s\n", safe.at);
    buf_free(&safe);
}

static void print_json(const struct campaign_result *result, const char *path)
{
    const struct minimal *minimal = &result->minimal;
    struct buf text = {0};
    struct json json = json_to(&text);
    json_object(&json, NULL);
    json_integer(&json, "before", (int64_t)proof_given.schedule.holds.len);
    if (path)
        json_integer(&json, "after", (int64_t)minimal->holds.len);
    else
        json_null(&json, "after");
    json_number(&json, "lateness_ms", minimal->replays.lateness_ms, 3);
    json_text(&json, "schedule", path);
    json_object(&json, "replays");
    json_integer(&json, "times", (int64_t)minimal->replays.times);
    json_integer(&json, "reproduced", (int64_t)minimal->replays.reproduced);
    json_end_object(&json);
    json_integer(&json, "runs", (int64_t)minimal->runs);
    json_boolean(&json, "cut", minimal->cut);
    proof_end_json(&json, &text, result);
}

static int conclude(const struct campaign_result *result, const char *file, struct error *error)
{
    if (result->baseline_problem)
        return report_baseline_failed(result);
    bool found = result->replay.reproduced > 0;
    char *path = found ? target_path(file) : NULL;
    struct buf text = {0};
    if (found)
        proof_print(&proof_given.schedule, &result->minimal, &text);
    bool ok = !found || file_write_private(path, buf_view(&text), error);
    buf_free(&text);
    if (ok)
        (strcmp(proof_given.format, "json") == 0 ? print_json : print_text)(result, path);
    free(path);
    if (!ok)
        return report_error(error);
    if (result->interrupted)
        return EXIT_INTERRUPTED;
    return found ? EXIT_FOUND : EXIT_NOTHING_FOUND;
}

int cmd_minimize(int argc, char **argv)
{
    struct parsed parsed;
    struct error error;
    proof_prepare(CAMPAIGN_MINIMISES);
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
    struct campaign_result result = {.findings.lock = -1};
    bool done = proof_complete(&usage, &parsed, &error) && proof_run(&result, &error);
    int code = done ? conclude(&result, parsed.rest[0], &error) : report_error(&error);
    campaign_result_free(&result);
    proof_close();
    return code;
}
