/* Whether and how to decorate: colour only on a terminal, never with NO_COLOR set (no-color.org) or
 * TERM=dumb. */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include "base/buf.h"

enum colour {
    COLOUR_NONE,
    COLOUR_RED,
    COLOUR_GREEN,
    COLOUR_YELLOW,
    COLOUR_BLUE,
    COLOUR_BOLD,
    COLOUR_DIM
};

bool terminal_has_colour(FILE *out);
int terminal_width(FILE *out); /* 80 where it is no terminal */

/* The escape sequence that starts a colour, or "" where `out` has none; COLOUR_NONE ends it. */
const char *terminal_colour(FILE *out, enum colour colour);

/* Text of others (a page, a program under test) as it may be shown: what a terminal would obey is
 * written as \x1b, \u202e, \n. It is one line then. */
void terminal_safe(struct buf *out, const char *text);

#endif
