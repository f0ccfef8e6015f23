/* Writing a trace from inside the target: no heap, no descriptor that stays open.
 *
 * Room is taken from the disk before it is written to (posix_fallocate), because a store to a page
 * that the disk cannot back is a SIGBUS. When there is no room the trace ends: trace_reserve()
 * returns NULL from then on, and `refused` is set. One thread at a time: the caller locks. */
#ifndef TRACE_WRITE_H
#define TRACE_WRITE_H

#include "trace/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct trace_writer {
    const char *path; /* the caller's */
    bool refused;
    char *at;    /* the mapped chunk */
    size_t used; /* of it */
    off_t start; /* of the chunk in the file */
};

/* Room for a record of `size` bytes, cleared, with its head filled in; trace_commit() makes it part
 * of the trace. NULL: there is none. */
void *trace_reserve(struct trace_writer *self, enum trace_type type, size_t size);
void trace_commit(void *record, size_t size);

/* The first thing in the file. */
bool trace_begin(struct trace_writer *self, const char *process, const char *command);

#endif
