#include "base/terminal.h"
#include "commands/commands.h"

int report_error(const struct error *error)
{
    fprintf(stderr, "%sinterloper:%s %s\n", terminal_colour(stderr, COLOUR_RED),
            terminal_colour(stderr, COLOUR_NONE), error->message);
    return error->exit_code;
}
