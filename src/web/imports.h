/* Steps that another recorder wrote down, as the JSON of an events file (events.h), so that all
 * that is checked there is checked of them too: a recording of Chrome's DevTools (JSON with
 * "steps"), and the steps of a Playwright test as its code generator writes them (a subset of
 * JavaScript, docs/web.md).
 *
 * Each step is an event of its own. Fields that were filled before a click or a key are filled
 * again in the event of that: a macro event. Errors say which step or line is meant
 * (EXIT_BAD_USAGE). */
#ifndef WEB_IMPORTS_H
#define WEB_IMPORTS_H

#include "base/error.h"
#include "base/str.h"

#include <jansson.h>

/* Whether a document is a recording. */
bool imports_is_recording(json_t *root);
/* NULL and why where it cannot be used. */
json_t *imports_recording(json_t *root, const char *name, struct error *error);

/* Whether a text that is no JSON looks like a test. */
bool imports_is_test(struct str text);
json_t *imports_test(struct str text, const char *name, struct error *error);

#endif
