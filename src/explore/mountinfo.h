/* Inside the room: which file systems are mounted where, line by line as /proc/self/mountinfo
 * tells. `path` and `type` are valid until the next call. */
#ifndef EXPLORE_MOUNTINFO_H
#define EXPLORE_MOUNTINFO_H

#include "base/base.h"

struct mountinfo {
    FILE *file;
    char *line;
    size_t room;
    char *path, *type;
};

bool mountinfo_open(struct mountinfo *self);
bool mountinfo_next(struct mountinfo *self);
void mountinfo_close(struct mountinfo *self);

#endif
