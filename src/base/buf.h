/* A growing text buffer. `at` is always NUL-terminated once anything was added; buf_free() empties
 * it for reuse. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/base.h"
#include "base/str.h"

struct buf {
    char *at;
    size_t len, room;
};

void buf_add(struct buf *self, const void *bytes, size_t count);
void buf_str(struct buf *self, struct str text);
void buf_text(struct buf *self, const char *text);
void buf_char(struct buf *self, char c);
void buf_printf(struct buf *self, const char *format, ...) PRINTF_LIKE(2, 3);
char *buf_room(struct buf *self, size_t count); /* for so many bytes behind what is there */
void buf_clear(struct buf *self);
void buf_free(struct buf *self);
char *buf_take(struct buf *self); /* hands the text to the caller, who frees it; never NULL */

static inline struct str buf_view(const struct buf *self)
{
    return (struct str){self->at ? self->at : "", self->len};
}

#endif
