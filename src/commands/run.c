/* interloper run: explore schedules of an unmodified program. */
#include "base/options.h"
#include "commands/commands.h"

int cmd_run(int argc, char **argv)
{
    static const struct command_usage usage = {
        .command = "run",
        .synopsis = "interloper run [options] -- CMD [ARG...]",
        .summary =
            "Runs a program under many legal schedules and reports those under which it fails.",
        .examples = "  interloper run -- npm test\n",
    };
    struct parsed parsed;
    struct error error;
    if (!options_parse(&usage, argc - 1, argv + 1, &parsed, &error))
        return report_error(&error);
    options_print_help(&usage, stdout);
    return EXIT_NOTHING_FOUND;
}
