/* Small files, whole: read into memory, written beside their place and renamed.
 *
 * What is read must be a regular file: a pipe of that name would be waited for. What is written
 * replaces whatever has the name, a link too, and follows none; no reader sees half of it. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

bool file_read(const char *path, size_t most, struct buf *into, struct error *error);
/* The same as the arena's newest allocation, with a NUL behind it. */
bool file_read_in(struct arena *arena, const char *path, size_t most, struct str *text,
                  struct error *error);
/* The same up to the first block of that size that is nothing but zeros: of a file with a hole as
 * large as you like only what was written is read. */
bool file_read_to_zeros(const char *path, size_t block, size_t most, struct buf *into,
                        struct error *error);
/* Whether the file, wherever links lead, lies in the working directory or below it. Lines of others
 * are not shown where a file that came from elsewhere (a store, a trace) names them. */
bool file_is_below_here(const char *path);
bool file_is_odd(const char *path); /* there, but neither a regular file nor a folder */

bool file_write(const char *path, struct str content, struct error *error);
/* What a program printed and did: readable by its owner only. */
bool file_write_private(const char *path, struct str content, struct error *error);
bool file_write_parts(const char *path, const struct str *parts, size_t count, bool is_private,
                      struct error *error);
/* For a path that a person named: false where it is a device, a pipe, a link (/dev/stdout is one:
 * none of them may be replaced), a folder, or stands where nothing can be written. */
bool file_check_writable(const char *path, struct error *error);
bool make_folders(const char *path, struct error *error); /* like mkdir -p */
/* False where a part of the path is a link: a folder we name ourselves (.interloper) may be one
 * that somebody's repository brought along. */
bool folder_is_no_link(const char *path, struct error *error);
bool remove_tree(const char *path); /* like rm -rf, never follows links */

/* A descriptor that keeps the folder for us until it is closed or the process is dead, however it
 * died; -1 where another process has it: what we write there would mix with what it writes. Where
 * the file system knows no locks, it is given without one. */
int folder_lock(const char *path, struct error *error);

/* A new folder below $TMPDIR or /tmp, as an absolute path that the caller frees, locked by *lock. A
 * process that is killed leaves it behind: the next call collects what such processes of ours left.
 * NULL where none can be made. */
char *temporary_folder_make(int *lock, struct error *error);
void temporary_folder_remove(char *path, int lock); /* frees `path` too */

#endif
