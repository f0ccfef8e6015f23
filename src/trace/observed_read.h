/* Reading what `detect` observed (observed.h): files of records, one a JavaScript thread.
 *
 * observed_parse() looks at every record before anybody uses it: numbers are introduced before they
 * are used (but for sites, one after the other), and texts lie inside. Where bytes make no sense
 * the part ends there and says so (`damaged_at`): what was read before is still good. A file may
 * hold several parts, each with its header, as observed_save() writes them. The bytes, aligned to
 * four, must outlive the parts, whose records and texts point into them; observed_read() and
 * observed_gather() keep them. observed_free() frees all. */
#ifndef TRACE_OBSERVED_READ_H
#define TRACE_OBSERVED_READ_H

#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "trace/observed.h"

struct observed_site {
    struct str file, name; /* name: of the enclosing function */
    uint32_t offset, line, column;
};

struct observed_part {
    struct str process;
    uint32_t thread, cut;
    const struct observed_record *at; /* the first record, and how many there are, with the bytes */
    size_t count;                     /* of texts between them */
    VEC(struct str) texts;            /* by number - 1 */
    VEC(struct observed_site) sites;
    VEC(uint32_t) site_places; /* in `sites`, plus one, by number - 1; 0: none has it */
    uint32_t events, tasks, promises, lines, listeners; /* how many there are of each */
    int64_t damaged_at;                                 /* offset in the bytes; -1: sound */
};

struct observed {
    VEC(struct observed_part) parts;
    VEC(struct buf) files; /* bytes that it keeps */
};

bool observed_parse(struct observed *self, const char *name, struct str bytes, struct error *error);
/* Adds what is in a file; or all files *.observed of a run's folder, in the order of their names.
 */
bool observed_read(struct observed *self, const char *path, struct error *error);
bool observed_gather(struct observed *self, const char *folder, struct error *error);
void observed_free(struct observed *self);

/* How many records it takes, with the bytes behind it. */
static inline size_t observed_size(const struct observed_record *record)
{
    bool has_text = (record->op & 0xff) == OBSERVED_TEXT;
    return 1 + (has_text ? ((size_t)record->b + sizeof *record - 1) / sizeof *record : 0);
}

static inline enum observed_op observed_op_of(const struct observed_record *record)
{
    return (enum observed_op)(record->op & 0xff);
}

static inline uint32_t observed_small_of(const struct observed_record *record)
{
    return record->op >> 8;
}

/* Of a number that the reader has checked; 0 gives the empty text, and NULL. */
struct str observed_text(const struct observed_part *self, uint32_t number);
const struct observed_site *observed_site_of(const struct observed_part *self, uint32_t number);

const char *observed_file_name(uint32_t kind);   /* "read", "rename to" */
const char *observed_access_name(uint32_t kind); /* "read", "write" */

/* One line a record; and the parts as one file. */
void observed_print(const struct observed *self, struct buf *out);
void observed_save(const struct observed *self, struct buf *out);

#endif
