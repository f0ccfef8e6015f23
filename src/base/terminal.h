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

/* Text of others (a file's name, a string in a source, a page, a program under test) as it may be
 * shown to a person: one line of valid UTF-8. What a terminal would obey (C0, C1, marks that turn
 * the direction of writing) and what is no UTF-8 is written as \x1b, \u202e, \n. So is what a CI's
 * log would obey: `::` where a line can begin (GitHub), `##[` and `##vso[` anywhere (GitHub's first
 * syntax, Azure, TeamCity). Everything that prints text which is not ours goes through here; JSON
 * has escapes of its own (json_quote). Secrets (base/secret.h) are left out. */
void terminal_safe(struct buf *out, struct str text);

bool terminal_obeys(uint32_t code); /* a character that is never printed as it is */
bool terminal_is_ci_command(struct str text, size_t at); /* `##[`, `##word[` begins at `at` */

#endif
