#include "javascript/rewrite.h"

#include <stdlib.h>

static void add(struct rewrite *self, uint32_t at, uint32_t end, bool closing, struct str text)
{
    if (memchr(text.at, '\n', text.len))
        BUG("a rewriting must not move lines");
    uint32_t order = (uint32_t)self->edits.len;
    *vec_push(&self->edits) =
        (struct rewrite__edit){at, end, order, closing, arena_str(&self->arena, text)};
}

void rewrite_open(struct rewrite *self, uint32_t at, struct str text)
{
    add(self, at, at, false, text);
}

void rewrite_close(struct rewrite *self, uint32_t at, struct str text)
{
    add(self, at, at, true, text);
}

void rewrite_replace(struct rewrite *self, uint32_t at, uint32_t end, struct str text)
{
    add(self, at, end, false, text);
}

/* What ends at an offset comes before what is replaced from there on, and that before what begins
 * where the replaced text was empty. */
static int compare(const void *left, const void *right)
{
    const struct rewrite__edit *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    if (a->closing != b->closing)
        return a->closing ? -1 : 1;
    bool before = a->closing ? a->order > b->order : a->order < b->order;
    return before ? -1 : 1;
}

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

static void add_text(struct buf *out, struct str text)
{
    if (text.len && out->len && is_word_byte(text.at[0]) && is_word_byte(out->at[out->len - 1]))
        buf_char(out, ' ');
    buf_str(out, text);
}

static void keep_lines(struct buf *out, struct str replaced)
{
    for (size_t i = 0; i < replaced.len; i++) {
        char c = replaced.at[i];
        bool is_wide = c == '\xe2' && i + 2 < replaced.len && replaced.at[i + 1] == '\x80' &&
                       (replaced.at[i + 2] == '\xa8' || replaced.at[i + 2] == '\xa9');
        if (c == '\n' || c == '\r')
            buf_char(out, c);
        else if (is_wide)
            buf_add(out, replaced.at + i, 3);
    }
}

void rewrite_apply(struct rewrite *self, struct str source, struct buf *out)
{
    uint32_t done = 0;
    if (self->edits.len)
        qsort(self->edits.at, self->edits.len, sizeof self->edits.at[0], compare);
    vec_each (edit, &self->edits) {
        if (edit->at < done || edit->end > source.len)
            BUG("rewritings overlap");
        buf_add(out, source.at + done, edit->at - done);
        add_text(out, edit->text);
        keep_lines(out, (struct str){source.at + edit->at, edit->end - edit->at});
        done = edit->end;
    }
    buf_add(out, source.at + done, source.len - done);
}

void rewrite_free(struct rewrite *self)
{
    vec_free(&self->edits);
    arena_free(&self->arena);
}
