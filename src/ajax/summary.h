/* The result in words and as the JSON of the contract. */
#ifndef AJAX_SUMMARY_H
#define AJAX_SUMMARY_H

#include "ajax/ajax.h"
#include "base/buf.h"

void summary_json(const struct ajax_result *result, struct buf *out);

/* Escape sequences for colours, "" where there are none. */
struct summary_colours {
    const char *red, *green, *yellow, *dim, *bold, *end;
};

void summary_text(const struct ajax_result *result, const struct summary_colours *colours,
                  struct buf *out);

#endif
