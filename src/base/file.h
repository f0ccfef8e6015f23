/* Small files, whole: read into memory, written through a temporary name so that no reader sees
 * half of one. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

bool file_read(const char *path, size_t most, struct buf *into, struct error *error);
/* The same as the arena's newest allocation, with a NUL behind it. */
bool file_read_in(struct arena *arena, const char *path, size_t most, struct str *text,
                  struct error *error);
bool file_write(const char *path, struct str content, struct error *error);
bool make_folders(const char *path, struct error *error); /* like mkdir -p */
bool remove_tree(const char *path);                       /* like rm -rf, never follows links */

#endif
