/* The tool's side of the segment: making the file and mapping it.
 *
 * segment_create() makes (or overwrites) the file at `path`, sized, with `config` and both clocks'
 * start; segment_open() maps one that exists and refuses it when another build made it. Either
 * returns a shared mapping that the caller gives back with segment_close(); the file stays. Both
 * fail with the contract's exit code for a broken environment. */
#ifndef SEGMENT_SEGMENT_FILE_H
#define SEGMENT_SEGMENT_FILE_H

#include "base/error.h"
#include "segment/segment.h"

struct segment *segment_create(const char *path, const struct segment_config *config,
                               struct error *error);
struct segment *segment_open(const char *path, struct error *error);
void segment_close(struct segment *self);

#endif
