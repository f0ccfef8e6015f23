/* What a run printed. The program writes straight into a file (append mode, stdout and stderr
 * alike), so it never waits for us and nothing of ours is among its event sources; what exceeds
 * the limit is cut out of the middle while the run goes on, as a hole in the file.
 *
 * A view maps the kept head and tail; they are valid until capture_close(). Views are made when the
 * run is over: a file that shrinks under a mapping would be fatal. */
#ifndef EXPLORE_CAPTURE_H
#define EXPLORE_CAPTURE_H

#include "base/buf.h"
#include "base/error.h"

#include <regex.h>

enum { CAPTURE_KEPT = 64 * 1024 * 1024 }; /* half of it head, half tail */

struct capture {
    struct str head, tail; /* tail is empty where nothing was dropped */
    uint64_t dropped;      /* bytes between them */
    void *head_map, *tail_map;
    size_t head_map_size, tail_map_size;
};

/* Frees the disk space of what lies between the first and the last kept/2 bytes, leaving both. */
void capture_trim(int fd, uint64_t kept);

bool capture_open(struct capture *self, const char *path, uint64_t kept, struct error *error);
void capture_close(struct capture *self);

/* Is there a line that matches? Works on any bytes. */
bool capture_matches(const struct capture *self, const regex_t *regex);

/* The end of the output: at most `most` bytes, not starting inside a line where that can be helped.
 */
struct str capture_end(const struct capture *self, size_t most);
/* The last `count` lines of a text that are not blank, as slices into it; returns how many. */
size_t capture_last_lines(struct str text, struct str *lines, size_t count);

/* What is kept of it, with a line that tells how much is missing. */
void capture_text(const struct capture *self, struct buf *out);

#endif
