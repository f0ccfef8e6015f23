#include "base/terminal.h"
#include "commands/commands.h"

void print_line(enum colour colour, const char *heading, const char *text)
{
    struct buf safe = {0};
    terminal_safe(&safe, text);
    fprintf(stderr, "%s%s:%s %s\n", terminal_colour(stderr, colour), heading,
            terminal_colour(stderr, COLOUR_NONE), safe.at ? safe.at : "");
    buf_free(&safe);
}

int report_error(const struct error *error)
{
    print_line(COLOUR_RED, "interloper", error->message);
    return error->exit_code;
}
