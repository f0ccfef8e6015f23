/* Pictures of pages: decode, compare outside ignored regions, show what differs.
 *
 * Two equal runs give equal bytes, but for rare rounding errors of the drawing, which are not
 * counted: a channel must differ by more than two of 255. A mask is made of tiles, because
 * what moves by itself (a counter, a clock) moves in more pixels than two samples show. */
#ifndef WEB_PICTURE_H
#define WEB_PICTURE_H

#include "base/buf.h"
#include "web/web.h"

struct picture {
    uint32_t width, height;
    uint32_t *pixels; /* RGBA, rows from the top */
};

struct picture_mask {
    uint32_t across, down;
    uint8_t *tiles; /* 1: ignored; NULL while nothing is */
};

struct picture_difference {
    size_t pixels, compared;
    uint32_t left, top, right, bottom; /* right and bottom are one past */
};

bool picture_decode(struct str png, struct picture *self, struct error *error);
bool picture_encode(const struct picture *self, struct buf *png);
void picture_free(struct picture *self);

/* The part of it that lies in the box; nothing (width 0) where none does. */
struct picture picture_cut(const struct picture *self, const struct web_box *box);

uint64_t picture_hash(struct str png); /* of the file's bytes */

/* Where the sizes differ, all of the larger one differs. `mask` may be NULL. */
struct picture_difference picture_compare(const struct picture *a, const struct picture *b,
                                          const struct picture_mask *mask);
/* Ignores from now on all tiles in which a and b differ, and those around them. */
void picture_mask_add(struct picture_mask *mask, const struct picture *a, const struct picture *b);
void picture_mask_free(struct picture_mask *mask);

/* `a` faded, with what differs in strong colour and what is ignored hatched. */
struct picture picture_show(const struct picture *a, const struct picture *b,
                            const struct picture_mask *mask);

#endif
