/* Places in the page's code ("file:line:column") as its author knows them.
 *
 * The page's script names who called by a place, and where the file is a bundle with a source map
 * by several, one a line, the innermost first: which of them is a library's is known only here. */
#ifndef WEB_PLACES_H
#define WEB_PLACES_H

#include "web/web.h"

struct places;

struct places *places_new(void);
void places_free(struct places *self);

/* The source map of a file, as places name it. False and why where it is none. */
bool places_add(struct places *self, const char *file, struct str map, struct error *error);
size_t places_count(const struct places *self);
/* The files with a map, as a JSON array. The caller frees it. */
char *places_files(const struct places *self);

/* The author's place: the first of those in `text` that is no library's, else the first. In the
 * arena; `text` itself where nothing changes. */
const char *places_resolve(const struct places *self, struct arena *arena, const char *text);

/* Whether only packages are known to have been there. */
bool places_is_library(const struct places *self, const char *text);

/* All that are no library's, one a line; the same as places_resolve() where there is none. */
const char *places_callers(const struct places *self, struct arena *arena, const char *text);

/* All of a result. */
void places_resolve_all(const struct places *self, struct web_result *result);

#endif
