/* What made each race, and which races have one cause (struct web_late). */
#ifndef WEB_CAUSES_H
#define WEB_CAUSES_H

#include "web/web.h"

/* To be called when all tests are done and places are the author's. */
void causes_name_all(struct web_result *result);

/* A request without what varies from one to the next: numbers and keys in its path, the values of
 * its query. In the arena. */
const char *causes_pattern(struct arena *arena, const char *request);

/* Whether a request is one of a pattern, of a baseline, say: a star stands for any part of a path.
 */
bool causes_match(const char *pattern, const char *request);

#endif
