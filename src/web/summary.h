/* The result in words and as the JSON of the contract. */
#ifndef WEB_SUMMARY_H
#define WEB_SUMMARY_H

#include "base/buf.h"
#include "web/web.h"

void summary_json(const struct web_result *result, struct buf *out);

/* Escape sequences for colours, "" where there are none. */
struct summary_colours {
    const char *red, *green, *yellow, *dim, *bold, *end;
};

void summary_text(const struct web_result *result, const struct summary_colours *colours,
                  struct buf *out);

#endif
