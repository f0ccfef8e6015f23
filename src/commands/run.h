/* What `run` and `merge` share. */
#ifndef COMMANDS_RUN_H
#define COMMANDS_RUN_H

#include "base/str.h"

/* Prints what the store in `out` holds, as `run` would have at its end, and returns the exit
 * status. `words` and `seed` say which campaign it is (explore/merge.h). */
int run_tell(const char *out, struct str words, const char *seed, const char *format);

#endif
