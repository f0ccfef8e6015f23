#include "explore/identity.h"

#include "base/map.h"

#include <inttypes.h>

static void add_text(struct buf *out, const char *name, const char *value)
{
    buf_printf(out, "%s: ", name);
    schedule_print_word(str_of(value ? value : ""), out);
    buf_char(out, '\n');
}

static void add_command(struct buf *out, char *const *words)
{
    buf_text(out, "the command:");
    for (; *words; words++) {
        buf_char(out, ' ');
        schedule_print_word(str_of(*words), out);
    }
    buf_char(out, '\n');
}

static void add_holds(struct buf *out, const struct schedule *schedule)
{
    struct buf text = {0};
    schedule_print(schedule, &text);
    buf_printf(out, "--holds: %" PRIx64 "\n", map_hash(buf_view(&text)));
    buf_free(&text);
}

void identity_print(const struct campaign_options *options, struct buf *out)
{
    const struct segment_config *config = &options->config;
    const struct {
        const char *name;
        int64_t value;
    } numbers[] = {
        {"--first-run", options->first_run},
        {IDENTITY_SHARDS, options->shards},
        {"--timeout", options->timeout_ns},
        {"--no-minimize", !options->minimise},
        {"--no-agent", !options->agent},
        {"--no-isolate", !options->isolate},
        {"--share=network", options->share_network},
        {"--share=files", options->share_files},
        {"--write-limit", options->most_written_mb},
        {"--controls", config->controls},
        {"--watchdog", config->watchdog_ns},
        {"--slowest", config->slowest_ns},
        {"--slowest-total", config->slowest_total_ns},
        {"--delay-most", config->delay_most_ns},
        {"--depth", config->pct_depth},
        {"--fz-poll-freedom", config->fz_poll_freedom},
        {"--fz-worker-freedom", config->fz_worker_freedom},
        {"--fz-worker-delay", config->fz_worker_delay_ns},
        {"--fz-poll-threshold", config->fz_poll_threshold_ns},
    };
    const struct {
        const char *name;
        double value;
    } percents[] = {
        {"--delay-percent", config->delay_percent},
        {"--fz-poll-defer", config->fz_poll_defer_percent},
        {"--fz-timer-defer", config->fz_timer_defer_percent},
        {"--fz-close-defer", config->fz_close_defer_percent},
    };
    add_command(out, options->argv);
    add_text(out, "the version of interloper", INTERLOPER_VERSION);
    buf_printf(out, "--seed: %" PRIx64 "\n", options->seed);
    add_text(out, "--strategy", options->strategy);
    add_text(out, "--fail-on", options->fail_on);
    add_text(out, "--stdin", options->stdin_path);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        buf_printf(out, "%s: %" PRId64 "\n", numbers[i].name, numbers[i].value);
    for (size_t i = 0; i < COUNT_OF(percents); i++)
        buf_printf(out, "%s: %g\n", percents[i].name, percents[i].value);
    if (options->schedule)
        add_holds(out, options->schedule);
}

bool identity_compare(const char *path, struct str there, struct str here, struct error *error)
{
    while (there.len || here.len) {
        struct str old = str_cut(&there, '\n'), now = str_cut(&here, '\n');
        if (str_equal(old, now))
            continue;
        struct str name = str_cut(now.len ? &now : &old, ':');
        if (str_starts(old, name))
            str_cut(&old, ':');
        return error_set(error, EXIT_BAD_USAGE,
                         "%s: another campaign: " STR_FMT " was '" STR_FMT
                         "' there and is '" STR_FMT "' here",
                         path, STR_ARG(name), STR_ARG(str_trim(old)), STR_ARG(str_trim(now)));
    }
    return true;
}
