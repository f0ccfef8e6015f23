#include "base/terminal.h"

#include "base/base.h"

#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_has_colour(FILE *out)
{
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (no_colour && *no_colour)
        return false;
    return isatty(fileno(out)) && kind && strcmp(kind, "dumb") != 0;
}

int terminal_width(FILE *out)
{
    struct winsize size;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
        return size.ws_col;
    return 80;
}

const char *terminal_colour(FILE *out, enum colour colour)
{
    static const char *const codes[] = {
        [COLOUR_NONE] = "\033[0m",    [COLOUR_RED] = "\033[31m",  [COLOUR_GREEN] = "\033[32m",
        [COLOUR_YELLOW] = "\033[33m", [COLOUR_BLUE] = "\033[34m", [COLOUR_BOLD] = "\033[1m",
        [COLOUR_DIM] = "\033[2m",
    };
    return terminal_has_colour(out) ? codes[colour] : "";
}
