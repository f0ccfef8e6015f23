/* interloper replay: run a schedule again, and say how often its failure came back. */
#include "commands/commands.h"
#include "commands/proof.h"

#include <inttypes.h>

static const struct option_row rows[] = {
    {"times", 'n', OPTION_INTEGER, &proof_given.campaign.runs, "N", "how often it is run (10)", 1,
     1e9},
    {"inspect", 0, OPTION_FLAG, &proof_given.campaign.inspect, NULL,
     "once, with Node waiting for a debugger; the program's time stands still meanwhile", 0, 0},
    PROOF_ROWS,
};

static const struct command_usage usage = {
    .command = "replay",
    .synopsis = "interloper replay [options] FILE.schedule [-- CMD [ARG...]]",
    .summary = "Runs the schedule of a finding again and tells how often the failure comes back.",
    .examples =
        "  interloper replay .interloper/f1.schedule\n"
        "  interloper replay --times 50 --format json .interloper/f1.schedule\n"
        "  interloper replay .interloper/f1.schedule -- node --test test/db.js\n"
        "  interloper replay --inspect .interloper/f1.schedule\n\n"
        "The command, the clock and the isolation are those of the file. A run is called diverged\n"
        "where an event that the schedule holds never came, or did not wait as it should: the\n"
        "program has changed, or does not repeat.\n\n"
        "Exit status: 0 the failure never came back, 1 it did, 2 bad usage or no such schedule or\n"
        "command, 3 the program fails without the schedule, 4 something is missing on this\n"
        "machine, 130 interrupted.\n",
    .rows = rows,
    .row_count = COUNT_OF(rows),
};

static void print_text(const struct replay *replay)
{
    const struct schedule *schedule = &proof_given.schedule;
    struct buf safe = {0};
    bool back = replay->reproduced > 0;
    printf("%sreplay%s    %zu hold%s, run %" PRIu64 " time%s\n",
           terminal_colour(stdout, COLOUR_BOLD), terminal_colour(stdout, COLOUR_NONE),
           replay->holds, replay->holds == 1 ? "" : "s", replay->times,
           replay->times == 1 ? "" : "s");
    if (schedule->outcome.len) {
        terminal_safe(&safe, schedule->outcome);
        if (schedule->signature.len && !str_equal(schedule->signature, schedule->outcome)) {
            buf_text(&safe, ": ");
            terminal_safe(&safe, schedule->signature);
        }
        printf("failure   %s\n", safe.at);
    }
    printf("result    %sthe failure came back in %" PRIu64 " of %" PRIu64 " runs%s",
           terminal_colour(stdout, back ? COLOUR_RED : COLOUR_GREEN), replay->reproduced,
           replay->times, terminal_colour(stdout, COLOUR_NONE));
    if (replay->failed > replay->reproduced)
        printf("; %" PRIu64 " failed in another way", replay->failed - replay->reproduced);
    putchar('\n');
    if (replay->diverged)
        printf("diverged  in %" PRIu64 " runs not every hold was met: of %zu at least %zu\n",
               replay->diverged, replay->holds, replay->met);
    if (back)
        printf("lateness  its holds make events %g ms late in all\n", replay->lateness_ms);
    buf_free(&safe);
}

static void print_json(const struct campaign_result *result)
{
    const struct replay *replay = &result->replay;
    struct buf text = {0};
    struct json json = json_to(&text);
    json_object(&json, NULL);
    json_integer(&json, "times", (int64_t)replay->times);
    json_integer(&json, "reproduced", (int64_t)replay->reproduced);
    json_integer(&json, "failed", (int64_t)replay->failed);
    json_integer(&json, "diverged", (int64_t)replay->diverged);
    json_integer(&json, "holds", (int64_t)replay->holds);
    json_integer(&json, "met", (int64_t)replay->met);
    json_number(&json, "lateness_ms", replay->lateness_ms, 3);
    proof_end_json(&json, &text, result);
}

static int conclude(const struct campaign_result *result)
{
    if (result->baseline_problem)
        return report_baseline_failed(result);
    if (strcmp(proof_given.format, "json") == 0)
        print_json(result);
    else
        print_text(&result->replay);
    if (result->interrupted)
        return EXIT_INTERRUPTED;
    return result->replay.reproduced ? EXIT_FOUND : EXIT_NOTHING_FOUND;
}

/* The debugger comes over the machine's network, so that of the run must be the same. */
static void prepare_inspection(void)
{
    struct campaign_options *options = &proof_given.campaign;
    if (!options->inspect)
        return;
    options->runs = options->jobs = 1;
    options->share_network = true;
    print_remark("process " STR_FMT " will wait for a debugger at 127.0.0.1:%d: open "
                 "chrome://inspect, or type 'node inspect 127.0.0.1:%d'",
                 STR_ARG(proof_given.schedule.holds.len
                             ? proof_given.schedule.holds.at[0].event.process
                             : STR("1")),
                 PROOF_INSPECT_PORT, PROOF_INSPECT_PORT);
}

static bool complete(const struct parsed *parsed, struct error *error)
{
    if (!proof_complete(&usage, parsed, error))
        return false;
    prepare_inspection();
    return true;
}

int cmd_replay(int argc, char **argv)
{
    struct parsed parsed;
    struct error error;
    proof_prepare(CAMPAIGN_REPLAYS);
    proof_given.campaign.runs = PROOF_TIMES;
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
    struct campaign_result result = {.findings.lock = -1};
    bool done = complete(&parsed, &error) && proof_run(&result, &error);
    int code = done ? conclude(&result) : report_error(&error);
    campaign_result_free(&result);
    proof_close();
    return code;
}
