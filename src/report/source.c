#include "report/source.h"

#include "base/vec.h"

/* Ends of lines: \n, \r\n and a lone \r, as editors count them. */
static void index_lines(struct source *self)
{
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

/* Units that begin in [from, to): one a character, two for those beyond U+FFFF. Counting first
 * bytes is enough. */
static uint32_t count_units(struct str text, size_t from, size_t to)
{
    uint32_t units = 0;
    for (size_t i = from; i < to; i++) {
        unsigned char c = (unsigned char)text.at[i];
        units += (c & 0xc0) == 0x80 ? 0 : c >= 0xf0 ? 2 : 1;
    }
    return units;
}

static void index_units(struct source *self)
{
    size_t steps = self->text.len / SOURCE_STEP;
    self->units = mem_zalloc((steps + 1) * sizeof *self->units);
    for (size_t i = 0; i < steps; i++)
        self->units[i + 1] =
            self->units[i] + count_units(self->text, i * SOURCE_STEP, (i + 1) * SOURCE_STEP);
}

static uint32_t units_before(const struct source *self, uint32_t offset)
{
    size_t step = offset / SOURCE_STEP;
    return self->units[step] + count_units(self->text, step * SOURCE_STEP, offset);
}

static void need_lines(struct source *self)
{
    if (self->line_starts)
        return;
    index_lines(self);
    index_units(self);
}

/* Index of the last line that starts at or before `offset`. */
static size_t line_holding(const struct source *self, uint32_t offset)
{
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

static bool has_bom(struct str text)
{
    return str_starts(text, STR("\xef\xbb\xbf"));
}

struct position source_position(struct source *self, uint32_t offset)
{
    need_lines(self);
    if (offset > self->text.len)
        offset = (uint32_t)self->text.len;
    size_t line = line_holding(self, offset);
    uint32_t before = units_before(self, offset) - units_before(self, self->line_starts[line]);
    if (line == 0 && before && has_bom(self->text))
        before--;
    return (struct position){(uint32_t)line + 1, before + 1};
}

uint32_t source_line_start(struct source *self, uint32_t line)
{
    need_lines(self);
    if (!line || line > self->line_count)
        return (uint32_t)self->text.len;
    return self->line_starts[line - 1];
}

struct str source_line(struct source *self, uint32_t line)
{
    uint32_t start = source_line_start(self, line), end = source_line_start(self, line + 1);
    struct str text = {self->text.at + start, end - start};
    while (text.len && (text.at[text.len - 1] == '\n' || text.at[text.len - 1] == '\r'))
        text.len--;
    return text;
}

void source_free(struct source *self)
{
    free(self->line_starts);
    free(self->units);
    self->line_starts = self->units = NULL;
    self->line_count = 0;
}
