/* interloper lsp: the analysis of `check` as a language server, for editors. */
#include "lsp/lsp.h"

#include "base/options.h"
#include "commands/commands.h"

#include <signal.h>
#include <unistd.h>

int cmd_lsp(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t jobs = cores < 1 ? 1 : cores;
    bool over_stdio = true;
    const struct option_row rows[] = {
        {"stdio", 0, OPTION_FLAG, &over_stdio, NULL,
         "speak over standard input and output, which it always does", 0, 0},
        {"jobs", 'j', OPTION_INTEGER, &jobs, "N", "threads (number of cores)", 1, 64},
    };
    const struct command_usage usage = {
        .command = "lsp",
        .synopsis = "interloper lsp [options]",
        .summary = "Language server: shows what check finds in an editor while one types.",
        .examples = "  An editor starts it; docs/editor.md has the settings of three.\n",
        .rows = rows,
        .row_count = COUNT_OF(rows),
    };
    struct parsed parsed;
    struct error error;
    int status;
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
    if (parsed.rest_count) {
        error_set(&error, EXIT_BAD_USAGE,
                  "lsp: takes no paths; the editor names them. See 'interloper lsp --help'");
        return report_error(&error);
    }
    signal(SIGPIPE, SIG_IGN); /* an editor that went away is an error of write() */
    return lsp_serve(STDIN_FILENO, STDOUT_FILENO, (unsigned)jobs, &status, &error)
               ? status
               : report_error(&error);
}
