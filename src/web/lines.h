/* What differs between two texts, line by line. */
#ifndef WEB_LINES_H
#define WEB_LINES_H

#include "web/web.h"

/* The changed lines with up to three unchanged ones around them; an empty result where the texts
 * are equal. Lines and array live in the arena. */
size_t lines_difference(struct arena *arena, const char *synchronous, const char *adverse,
                        struct web_line **result);

/* Whether the texts are equal but for the lines in which `again`, made like `a`, differs from it.
 * Where the lines of the three do not correspond, nobody can say which those are: true. */
bool lines_same_but(const char *a, const char *b, const char *again);

#endif
