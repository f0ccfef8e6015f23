/* Work on several threads. */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include "base/base.h"

enum { PARALLEL_MOST = 64 };

/* One piece of work for each of many items, shared among threads. Items are taken in order, and
 * every one is done when parallel_each() returns. `worker` tells the threads apart: it is smaller
 * than PARALLEL_MOST, and 0 is the thread that called. */
typedef void (*parallel_fn)(void *context, unsigned worker, size_t item);
void parallel_each(size_t count, unsigned jobs, parallel_fn work, void *context);

/* One piece of work beside the caller's own, until background_wait(), which frees. NULL: there is
 * no thread to be had, and nothing was begun. */
struct background *background_start(void (*work)(void *context), void *context);
void background_wait(struct background *self); /* NULL is allowed */

#endif
