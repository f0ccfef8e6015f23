/* Where the browser is. The answer is the caller's to free. */
#ifndef BROWSER_FIND_H
#define BROWSER_FIND_H

#include "base/error.h"

/* `wanted` (a path or a name in PATH; may be NULL), else INTERLOPER_BROWSER, else the usual names
 * in PATH: first the headless shell, the same engine without the windows' user interface, unless
 * `visible`. NULL and EXIT_ENVIRONMENT where none can be executed. */
char *browser_find(const char *wanted, bool visible, struct error *error);

#endif
