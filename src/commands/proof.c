#include "commands/proof.h"

#include "base/deadline.h"
#include "base/mapped.h"
#include "commands/commands.h"
#include "commands/run_report.h"
#include "project/config.h"
#include "segment/defaults.h"

#include <signal.h>

struct proof_given proof_given;

bool parse_share(const struct texts *lists, struct campaign_options *options, struct error *error)
{
    vec_each (list, lists)
        for (struct str rest = str_of(*list); rest.len;) {
            struct str name = str_cut(&rest, ',');
            if (str_is(name, "network"))
                options->share_network = true;
            else if (str_is(name, "files"))
                options->share_files = true;
            else
                return error_set(error, EXIT_BAD_USAGE,
                                 "--share: '" STR_FMT "' is neither network nor files",
                                 STR_ARG(name));
        }
    return true;
}

int report_failed_run(const struct campaign_result *result, enum exit_code status,
                      const char *problem)
{
    struct error error;
    error_set(&error, status, "%s", problem);
    int code = report_error(&error);
    if (result->baseline_lines && *result->baseline_lines) {
        print_remark("its output ended with (all of it is in %s):", result->baseline_output);
        run_report_quoted(stderr, result->baseline_lines);
    }
    return code;
}

int report_baseline_failed(const struct campaign_result *result)
{
    return report_failed_run(result, EXIT_FAILS_UNPERTURBED, result->baseline_problem);
}

void proof_prepare(enum campaign_task task)
{
    memset(&proof_given, 0, sizeof proof_given);
    proof_given.format = "text";
    proof_given.campaign.task = task;
    proof_given.campaign.config = segment_config_default();
    proof_given.campaign.strategy = "directed";
    proof_given.campaign.out = ".interloper";
    proof_given.campaign.first_run = 1;
    proof_given.progress = progress_to(stderr);
}

/* The words of the header, each with its end; or those that were given instead. */
static void take_command(const struct parsed *parsed)
{
    for (int i = 1; i < parsed->rest_count; i++)
        *vec_push(&proof_given.words) = mem_dup(parsed->rest[i]);
    if (parsed->rest_count == 1)
        vec_each (word, &proof_given.schedule.command)
            *vec_push(&proof_given.words) = mem_dup_n(word->at, word->len);
    *vec_push(&proof_given.words) = NULL;
    proof_given.campaign.argv = proof_given.words.at;
}

bool proof_complete(const struct command_usage *usage, const struct parsed *parsed,
                    struct error *error)
{
    struct campaign_options *options = &proof_given.campaign;
    struct schedule *schedule = &proof_given.schedule;
    if (!parsed->rest_count)
        return error_set(error, EXIT_BAD_USAGE,
                         "%s: a schedule is needed, as in 'interloper %s .interloper/f1.schedule'",
                         usage->command, usage->command);
    if (!parse_share(&proof_given.share, options, error) ||
        !schedule_read(schedule, parsed->rest[0], error))
        return false;
    take_command(parsed);
    options->schedule = schedule;
    options->seed = schedule->seed;
    options->isolate = schedule->isolated && !proof_given.no_isolate;
    options->agent = !proof_given.no_agent;
    if (options->agent && !config_check_models(error))
        return false;
    if (schedule->real_time)
        options->config.controls &= ~(uint32_t)CONTROL_CLOCK;
    options->compare_output = str_is(schedule->outcome, "other output");
    if (str_starts(schedule->outcome, STR("match "))) {
        struct str regex = str_from(schedule->outcome, strlen("match "));
        options->fail_on = arena_str(&schedule->arena, regex).at;
    }
    return true;
}

static void on_warning(void *context, const char *text)
{
    (void)context;
    progress_clear(&proof_given.progress);
    print_line(COLOUR_YELLOW, "interloper: warning", text);
}

static void on_progress(void *context, const struct campaign_progress *now)
{
    (void)context;
    progress_show(&proof_given.progress, "%s",
                  now->proving ? now->proving : "running it once without the schedule");
}

bool proof_run(struct campaign_result *result, struct error *error)
{
    struct campaign_observer observer = {.warning = on_warning, .progress = on_progress};
    deadline_prepare();
    mapped_survive();
    signal(SIGPIPE, SIG_IGN);
    bool done = campaign_run(&proof_given.campaign, &observer, result, error);
    progress_clear(&proof_given.progress);
    return done;
}

void proof_close(void)
{
    vec_each (word, &proof_given.words)
        free(*word);
    vec_free(&proof_given.words);
    schedule_free(&proof_given.schedule);
}

void proof_end_json(struct json *json, struct buf *text, const struct campaign_result *result)
{
    json_number(json, "elapsed_ms", result->elapsed_ms, 1);
    json_boolean(json, "interrupted", result->interrupted);
    json_array(json, "warnings");
    vec_each (warning, &result->warnings)
        json_text(json, NULL, *warning);
    json_end_array(json);
    json_end_object(json);
    printf("%s\n", text->at);
    buf_free(text);
}
