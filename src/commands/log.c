/* interloper log: a trace or a schedule as text. */
#include "base/file.h"
#include "base/options.h"
#include "commands/commands.h"
#include "schedule/schedule.h"
#include "trace/observed_read.h"
#include "trace/trace.h"

static const struct command_usage usage = {
    .command = "log",
    .synopsis = "interloper log FILE",
    .summary = "Prints a trace (.trace), a schedule (.schedule) or what detect observed (.observed) "
               "as text.",
    .examples = "  interloper log .interloper/f1.trace\n"
                "  interloper log .interloper/f1.schedule\n\n"
                "Exit status: 0 printed, 2 bad usage, or a file that is none of these.\n",
};

enum { LARGEST = 512 * 1024 * 1024 };

static bool is_observed(struct str bytes)
{
    uint32_t magic;
    if (bytes.len < sizeof magic)
        return false;
    memcpy(&magic, bytes.at, sizeof magic);
    return magic == OBSERVED_MAGIC;
}

/* Which of them it is, its first bytes say. */
static bool print_file(const char *path, struct buf *out, struct error *error)
{
    struct buf bytes = {0};
    if (!file_read(path, LARGEST, &bytes, error))
        return false;
    bool ok;
    if (str_starts(buf_view(&bytes), STR("interloper schedule "))) {
        struct schedule schedule;
        ok = schedule_parse(&schedule, path, buf_view(&bytes), error);
        if (ok) {
            schedule_print(&schedule, out);
            schedule_free(&schedule);
        }
    } else if (is_observed(buf_view(&bytes))) {
        struct observed observed = {0};
        ok = observed_parse(&observed, path, buf_view(&bytes), error);
        if (ok)
            observed_print(&observed, out);
        observed_free(&observed);
    } else {
        struct traces traces = {0};
        ok = traces_parse(&traces, path, buf_view(&bytes), error);
        if (ok)
            traces_print(&traces, out);
        traces_free(&traces);
    }
    buf_free(&bytes);
    return ok;
}

int cmd_log(int argc, char **argv)
{
    struct parsed parsed;
    struct error error;
    struct buf text = {0};
    if (!options_parse(&usage, argc - 1, argv + 1, &parsed, &error))
        return report_error(&error);
    if (parsed.help) {
        options_print_help(&usage, parsed.help, stdout);
        return EXIT_NOTHING_FOUND;
    }
    if (parsed.rest_count != 1) {
        error_set(&error, EXIT_BAD_USAGE,
                  "log: one file is needed, as in 'interloper log .interloper/f1.trace'");
        return report_error(&error);
    }
    bool ok = print_file(parsed.rest[0], &text, &error);
    if (ok)
        fwrite(text.at ? text.at : "", 1, text.len, stdout);
    buf_free(&text);
    return ok ? EXIT_NOTHING_FOUND : report_error(&error);
}
