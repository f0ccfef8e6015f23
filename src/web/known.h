/* A frozen list of causes: only races of other causes count. As the baseline of `check`, but a race
 * of a page is known by its request and the file that asked for it, not by a line of code. */
#ifndef WEB_KNOWN_H
#define WEB_KNOWN_H

#include "base/buf.h"
#include "web/web.h"

enum { KNOWN_VERSION = 1 };

struct known_causes;

/* NULL and why where it cannot be read. */
struct known_causes *known_read(const char *path, struct error *error);
struct known_causes *known_parse(struct str text, const char *name, struct error *error);
void known_free(struct known_causes *self);

/* Marks the races that are known, and counts them apart from `races`. */
void known_apply(const struct known_causes *self, struct web_result *result);

/* The file of a place, "src/App.jsx:12:7"; of the first, where there are several. */
struct str known_file(const char *place);

/* The baseline of a result: one cause a line, sorted, so that it merges well. (summary.c) */
void known_write(const struct web_result *result, struct buf *out);

#endif
