#include "base/buf.h"

static void make_room(struct buf *self, size_t more)
{
    size_t needed = self->len + more + 1;
    if (needed <= self->room)
        return;
    size_t room = self->room ? self->room : 64;
    while (room < needed)
        room *= 2;
    self->at = mem_resize(self->at, room, 1);
    self->room = room;
}

char *buf_room(struct buf *self, size_t count)
{
    make_room(self, count);
    return self->at + self->len;
}

void buf_add(struct buf *self, const void *bytes, size_t count)
{
    make_room(self, count);
    if (count)
        memcpy(self->at + self->len, bytes, count);
    self->len += count;
    self->at[self->len] = '\0';
}

void buf_str(struct buf *self, struct str text)
{
    buf_add(self, text.at, text.len);
}

void buf_text(struct buf *self, const char *text)
{
    buf_add(self, text, strlen(text));
}

void buf_char(struct buf *self, char c)
{
    buf_add(self, &c, 1);
}

void buf_printf(struct buf *self, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length > 0) {
        make_room(self, (size_t)length);
        vsnprintf(self->at + self->len, (size_t)length + 1, format, again);
        self->len += (size_t)length;
    }
    va_end(again);
}

void buf_clear(struct buf *self)
{
    self->len = 0;
    if (self->at)
        self->at[0] = '\0';
}

void buf_free(struct buf *self)
{
    free(self->at);
    *self = (struct buf){0};
}

char *buf_take(struct buf *self)
{
    if (!self->at)
        buf_text(self, "");
    char *text = self->at;
    *self = (struct buf){0};
    return text;
}
