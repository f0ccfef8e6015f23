/* interloper log: a trace or a schedule as text, a trace as a page too. */
#include "base/file.h"
#include "base/options.h"
#include "commands/commands.h"
#include "lanes/lanes.h"
#include "schedule/schedule.h"
#include "trace/observed_read.h"
#include "trace/trace.h"

static bool as_page;

static const struct option_row rows[] = {
    {"html", 0, OPTION_FLAG, &as_page, NULL, "a trace as a page that draws it in lanes", 0, 0},
};

static const struct command_usage usage = {
    .command = "log",
    .synopsis = "interloper log [--html] FILE",
    .summary =
        "Prints a trace (.trace), a schedule (.schedule) or what detect observed (.observed) "
        "as text, or a trace as a page.",
    .examples = "  interloper log .interloper/f1.trace\n"
                "  interloper log .interloper/f1.schedule\n"
                "  interloper log --html .interloper/f1.trace >f1.html\n\n"
                "Exit status: 0 printed, 2 bad usage, or a file that is none of these.\n",
    .rows = rows,
    .row_count = COUNT_OF(rows),
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

static void print_page(const char *path, const struct traces *traces, struct buf *out)
{
    struct lanes_run run = {.title = "what happened", .traces = traces};
    struct lanes_finding finding = {.runs = &run, .run_count = 1};
    struct lanes_page page = {.title = path, .findings = &finding, .finding_count = 1};
    lanes_page(&page, out);
}

static bool only_traces(const char *path, struct error *error)
{
    return error_set(error, EXIT_BAD_USAGE, "%s: not a trace; --html is for traces", path);
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
        ok = !as_page || only_traces(path, error);
        ok = ok && schedule_parse(&schedule, path, buf_view(&bytes), error);
        if (ok) {
            schedule_print(&schedule, out);
            schedule_free(&schedule);
        }
    } else if (is_observed(buf_view(&bytes))) {
        struct observed observed = {0};
        ok = !as_page || only_traces(path, error);
        ok = ok && observed_parse(&observed, path, buf_view(&bytes), error);
        if (ok)
            observed_print(&observed, out);
        observed_free(&observed);
    } else {
        struct traces traces = {0};
        ok = traces_parse(&traces, path, buf_view(&bytes), error);
        if (ok)
            as_page ? print_page(path, &traces, out) : traces_print(&traces, out);
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
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
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
