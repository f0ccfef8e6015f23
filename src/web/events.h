/* User events: from the JSON of an events file, or as the page's script found them. */
#ifndef WEB_EVENTS_H
#define WEB_EVENTS_H

#include "web/web.h"

#include <jansson.h>

struct web_events {
    struct web_event *at;
    size_t len;
};

/* `name` is the file's, for messages that say which entry is wrong and why (EXIT_BAD_USAGE). */
bool events_parse(struct str text, const char *name, struct arena *arena, struct web_events *result,
                  struct error *error);
bool events_read(const char *path, struct arena *arena, struct web_events *result,
                 struct error *error);

/* From the answer of the page's findEvents; ids e1, e2 … are given here. */
void events_found(json_t *found, struct arena *arena, struct web_events *result);

#endif
