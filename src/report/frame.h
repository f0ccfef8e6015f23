/* Code frames: the line a finding stands on, the line before it, and carets below. */
#ifndef REPORT_FRAME_H
#define REPORT_FRAME_H

#include "base/buf.h"
#include "report/source.h"

struct paint {
    bool colour;
    unsigned width; /* columns a line may take */
};

/* Escape sequences, or nothing where there is no colour. */
void paint_on(const struct paint *self, struct buf *out, const char *code); /* "1;31" */
void paint_off(const struct paint *self, struct buf *out);

void frame_write(struct buf *out, struct place place, const struct paint *paint);
/* The word that begins at a line and column, both from 1; false where the source has no such line.
 */
bool frame_place(struct source *source, uint32_t line, uint32_t column, struct place *place);

/* Words of `text` in lines of at most `width` columns, each behind `indent` spaces. Line breaks in
 * the text stay. */
void report_wrapped(struct buf *out, struct str text, unsigned indent, unsigned width);

#endif
