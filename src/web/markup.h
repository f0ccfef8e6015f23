/* Where the elements of a page stand in its text.
 *
 * Handlers that are attributes (Alpine's @click, htmx' hx-get, onclick) run without any line of the
 * author's on the stack: a library made a function of a text. What the author wrote is the tag. A
 * tag is known again by its attributes, for scripts may have moved, copied or removed elements. */
#ifndef WEB_MARKUP_H
#define WEB_MARKUP_H

#include "base/str.h"

#include <jansson.h>

struct markup;

/* The text is copied. */
struct markup *markup_new(struct str html);
void markup_free(struct markup *self);

/* `way`: the element and what is around it, the innermost first: [["button", {"id": "a"}], …].
 * False where its tag is not in the text. Where several tags look alike, the one around them is
 * taken. Lines and columns count from 1. */
bool markup_find(const struct markup *self, json_t *way, int *line, int *column);

#endif
