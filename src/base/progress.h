/* One line on a terminal that is written over and over, and cleared before anything else is
 * printed; at most ten times a second. Where there is no terminal (CI), a line every half minute
 * tells that it goes on. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "base/base.h"

struct progress {
    FILE *out;
    bool active; /* it is a terminal */
    bool shown;
    int64_t last_ns;
};

struct progress progress_to(FILE *out);
void progress_show(struct progress *self, const char *format, ...) PRINTF_LIKE(2, 3);
void progress_clear(struct progress *self);

#endif
