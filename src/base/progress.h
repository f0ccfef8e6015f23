/* One line on a terminal that is written over and over, and cleared before anything else is
 * printed. On anything but a terminal it does nothing at all. Writes at most ten times a second. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "base/base.h"

struct progress {
    FILE *out;
    bool active, shown;
    int64_t last_ns;
};

struct progress progress_to(FILE *out);
void progress_show(struct progress *self, const char *format, ...) PRINTF_LIKE(2, 3);
void progress_clear(struct progress *self);

#endif
