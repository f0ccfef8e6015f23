/* One source file as the reports see it: path, text, and where its lines start.
 *
 * The caller owns `path` and `text` and keeps them until the last report is written; source_free()
 * frees only the line index, which is made on first use, so a source must not be shared between
 * threads while positions are asked. */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include "base/base.h"
#include "base/str.h"

enum { SOURCE_STEP = 1024 };

struct source {
    struct str path; /* as printed; also what findings are sorted by */
    struct str text; /* exactly the file's bytes: offsets count from a BOM, if there is one */
    bool named;      /* stood on the command line itself, was not found by walking */
    unsigned depth;  /* how many segments of its path lie below the folder that was named */
    uint32_t *line_starts;
    size_t line_count;
    uint32_t
        *units; /* UTF-16 units before every SOURCE_STEP bytes: lines of megabytes stay quick */
};

/* Lines and columns count from 1. Columns are UTF-16 code units, as V8's stack traces, ESLint and
 * editors count them; a BOM has no column. */
struct position {
    uint32_t line, column;
};

/* A half-open range of bytes. `source` NULL: nowhere in particular. */
struct place {
    struct source *source;
    uint32_t start, end;
};

struct position source_position(struct source *self, uint32_t offset);
/* The line's text without its line break; empty for a line that does not exist. */
struct str source_line(struct source *self, uint32_t line);
uint32_t source_line_start(struct source *self, uint32_t line);
void source_free(struct source *self);

#endif
