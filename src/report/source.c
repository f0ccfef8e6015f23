#include "report/source.h"

#include "base/vec.h"
#include "report/utf8.h"

/* Ends of lines: \n, \r\n and a lone \r, as editors count them. */
static void index_lines(struct source *self) {
    VEC(uint32_t) starts = {0};
    *vec_push(&starts) = 0;
    for (size_t i = 0; i < self->text.len; i++) {
        char c = self->text.at[i];
        bool pair = c == '\r' && i + 1 < self->text.len && self->text.at[i + 1] == '\n';
        if (c == '\n' || (c == '\r' && !pair))
            *vec_push(&starts) = (uint32_t)i + 1;
    }
    self->line_starts = starts.at;
    self->line_count = starts.len;
}

static void need_lines(struct source *self) {
    if (!self->line_starts)
        index_lines(self);
}

/* Index of the last line that starts at or before `offset`. */
static size_t line_holding(const struct source *self, uint32_t offset) {
    size_t low = 0, high = self->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (self->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool is_bom(struct str text, size_t offset) {
    return offset == 0 && str_starts(text, STR("\xef\xbb\xbf"));
}

struct position source_position(struct source *self, uint32_t offset) {
    need_lines(self);
    if (offset > self->text.len)
        offset = (uint32_t)self->text.len;
    size_t line = line_holding(self, offset), at = self->line_starts[line];
    uint32_t column = 1;
    if (is_bom(self->text, at))
        at += 3;
    while (at < offset) {
        struct utf8_char c = utf8_at(self->text, at);
        at += c.bytes;
        column += utf8_utf16_units(c.code);
    }
    return (struct position){(uint32_t)line + 1, column};
}

uint32_t source_line_start(struct source *self, uint32_t line) {
    need_lines(self);
    if (!line || line > self->line_count)
        return (uint32_t)self->text.len;
    return self->line_starts[line - 1];
}

struct str source_line(struct source *self, uint32_t line) {
    uint32_t start = source_line_start(self, line), end = source_line_start(self, line + 1);
    struct str text = {self->text.at + start, end - start};
    while (text.len && (text.at[text.len - 1] == '\n' || text.at[text.len - 1] == '\r'))
        text.len--;
    return text;
}

void source_free(struct source *self) {
    free(self->line_starts);
    self->line_starts = NULL;
    self->line_count = 0;
}
