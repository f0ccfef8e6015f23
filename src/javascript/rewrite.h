/* Source rewritten by offsets: what is inserted and replaced is collected in any order and applied
 * at once. Lines stay where they are: an insertion has no line break, a replacement keeps those of
 * the text it replaces.
 *
 * Texts given are copied. Edits of one offset nest as the walk that made them did (from the outside
 * in): openings in the order they came, closings in the opposite one, closings first. Replacements
 * must not overlap. */
#ifndef JAVASCRIPT_REWRITE_H
#define JAVASCRIPT_REWRITE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

struct rewrite {
    struct arena arena;
    VEC(struct rewrite__edit {
        uint32_t at;
        uint32_t end;
        uint32_t order;
        bool closing;
        struct str text;
    })
    edits;
};

/* In front of what stands at `at`. */
void rewrite_open(struct rewrite *self, uint32_t at, struct str text);
/* Behind what ends at `at`. */
void rewrite_close(struct rewrite *self, uint32_t at, struct str text);
/* Instead of [at, end), with the line breaks that are in there. */
void rewrite_replace(struct rewrite *self, uint32_t at, uint32_t end, struct str text);
/* Adds the whole rewritten source to `out`. Where a word would grow together with the one before
 * it, a blank keeps them apart. */
void rewrite_apply(struct rewrite *self, struct str source, struct buf *out);
void rewrite_free(struct rewrite *self);

#endif
