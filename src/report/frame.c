/* A line of source is first measured in columns (tabs, wide and combining characters), then shown
 * through a window: long lines are cut around the caret, with dots where something is missing. */
#include "report/frame.h"

#include "base/terminal.h"
#include "base/utf8.h"

enum {
    TAB = 4,
    LEAST_WIDTH = 40,
    LEAD = 24,    /* columns kept before the caret when a line is cut */
    REACH = 2048, /* bytes to either side of the caret that are looked at */
};

void paint_on(const struct paint *self, struct buf *out, const char *code)
{
    if (self->colour)
        buf_printf(out, "\033[%sm", code);
}

void paint_off(const struct paint *self, struct buf *out)
{
    paint_on(self, out, "0");
}

struct window {
    unsigned from, to; /* columns, half open */
};

static unsigned columns_of(struct utf8_char c, unsigned column)
{
    return c.code == '\t'           ? TAB - column % TAB
           : terminal_obeys(c.code) ? 1 /* of the sign that stands for it */
                                    : utf8_columns(c.code);
}

static void add_glyph(struct buf *out, struct str line, size_t at, struct utf8_char c,
                      unsigned width)
{
    if (c.code == '\t')
        for (unsigned i = 0; i < width; i++)
            buf_char(out, ' ');
    else if (terminal_obeys(c.code) || c.code == 0xfffd || terminal_is_ci_command(line, at))
        buf_text(out, "\xef\xbf\xbd"); /* one column, as the carets below need it */
    else
        buf_add(out, line.at + at, c.bytes);
}

/* The column at which byte `offset` of the line begins. */
static unsigned column_at(struct str line, size_t offset)
{
    unsigned column = 0;
    for (size_t at = 0; at < line.len && at < offset;) {
        struct utf8_char c = utf8_at(line, at);
        column += columns_of(c, column);
        at += c.bytes;
    }
    return column;
}

static void add_line(struct buf *out, struct str line, struct window window)
{
    unsigned column = 0;
    if (window.from)
        buf_text(out, "...");
    size_t at = 0;
    while (at < line.len && column < window.to) {
        struct utf8_char c = utf8_at(line, at);
        unsigned width = columns_of(c, column);
        if (column >= window.from && column + width <= window.to)
            add_glyph(out, line, at, c, width);
        else if (column + width > window.from && column < window.from)
            for (unsigned i = window.from; i < column + width; i++)
                buf_char(out, ' '); /* half of a wide character: keeps the carets right */
        column += width;
        at += c.bytes;
    }
    if (at < line.len)
        buf_text(out, "...");
}

static void trim_end(struct buf *out)
{
    while (out->len && out->at[out->len - 1] == ' ')
        out->at[--out->len] = '\0';
}

static void add_gutter(struct buf *out, const struct paint *paint, const char *mark,
                       uint32_t number, int digits)
{
    paint_on(paint, out, "2");
    if (number)
        buf_printf(out, "%s %*u | ", mark, digits, number);
    else
        buf_printf(out, "  %*s | ", digits, "");
    paint_off(paint, out);
}

static void add_carets(struct buf *out, const struct paint *paint, struct window window,
                       unsigned first, unsigned last)
{
    for (unsigned i = window.from ? window.from - 3 : 0; i < first; i++)
        buf_char(out, ' ');
    paint_on(paint, out, "1;31");
    if (last > window.to)
        last = window.to;
    for (unsigned i = first; i < last || i == first; i++)
        buf_char(out, '^');
    paint_off(paint, out);
    buf_char(out, '\n');
}

/* What of the line is shown, so that the caret is in sight with something before it. */
static struct window window_around(unsigned first, unsigned total, unsigned room)
{
    enum { DOTS = 3 };
    if (total <= room)
        return (struct window){0, total};
    if (first + LEAD + DOTS <= room)
        return (struct window){0, room - DOTS};
    unsigned from = first - LEAD, most = room - DOTS;
    if (from + most >= total)
        return (struct window){total - most, total};
    return (struct window){from, from + most - DOTS};
}

/* The part of a source line that is looked at: not its BOM, and of a line of megabytes only what is
 * near the caret. */
struct excerpt {
    struct str text;
    uint32_t start; /* its offset in the source */
};

static bool is_inside_character(struct str text, size_t at)
{
    return at < text.len && ((unsigned char)text.at[at] & 0xc0) == 0x80;
}

static struct excerpt excerpt_of(struct source *source, uint32_t number, uint32_t near)
{
    struct excerpt self = {source_line(source, number), source_line_start(source, number)};
    size_t skip = str_starts(self.text, STR("\xef\xbb\xbf")) ? 3 : 0;
    size_t caret = near > self.start ? near - self.start : 0;
    if (caret > REACH) {
        skip = caret - REACH;
        while (is_inside_character(self.text, skip))
            skip++;
    }
    self.text = str_from(self.text, skip);
    self.start += (uint32_t)skip;
    if (self.text.len > 2 * REACH)
        self.text.len = 2 * REACH;
    return self;
}

static unsigned column_of(const struct excerpt *excerpt, uint32_t offset)
{
    return column_at(excerpt->text, offset > excerpt->start ? offset - excerpt->start : 0);
}

static void add_row(struct buf *out, const struct excerpt *excerpt, struct window window)
{
    add_line(out, excerpt->text, window);
    trim_end(out);
    buf_char(out, '\n');
}

static void add_context(struct buf *out, struct source *source, uint32_t number, int digits,
                        unsigned room, const struct paint *paint)
{
    struct excerpt excerpt = excerpt_of(source, number, 0);
    if (!str_trim(excerpt.text).len)
        return;
    add_gutter(out, paint, " ", number, digits);
    unsigned total = column_at(excerpt.text, excerpt.text.len);
    add_row(out, &excerpt, (struct window){0, total <= room ? total : room - 6});
}

static bool is_word(uint32_t code)
{
    return (code | 32) - 'a' < 26 || code - '0' < 10 || code == '_' || code == '$' || code == '.' ||
           code >= 0x80;
}

bool frame_place(struct source *source, uint32_t line, uint32_t column, struct place *place)
{
    uint32_t start = source_line_start(source, line);
    struct str text = source_line(source, line);
    if (!line || start >= source->text.len)
        return false;
    size_t at = str_starts(text, STR("\xef\xbb\xbf")) && line == 1 ? 3 : 0;
    for (uint32_t units = 1; at < text.len && units < column;) {
        struct utf8_char c = utf8_at(text, at);
        units += utf8_utf16_units(c.code);
        at += c.bytes;
    }
    size_t end = at;
    for (struct utf8_char c; end < text.len && is_word((c = utf8_at(text, end)).code);)
        end += c.bytes;
    *place = (struct place){source, start + (uint32_t)at, start + (uint32_t)end};
    return true;
}

void frame_write(struct buf *out, struct place place, const struct paint *paint)
{
    struct position at = source_position(place.source, place.start);
    int digits = snprintf(NULL, 0, "%u", at.line);
    unsigned gutter = (unsigned)digits + 5;
    unsigned room = paint->width > gutter + LEAST_WIDTH ? paint->width - gutter : LEAST_WIDTH;
    if (at.line > 1)
        add_context(out, place.source, at.line - 1, digits, room, paint);
    struct excerpt excerpt = excerpt_of(place.source, at.line, place.start);
    unsigned first = column_of(&excerpt, place.start), last = column_of(&excerpt, place.end);
    unsigned total = column_at(excerpt.text, excerpt.text.len);
    struct window window = window_around(first, total, room);
    add_gutter(out, paint, ">", at.line, digits);
    add_row(out, &excerpt, window);
    add_gutter(out, paint, "", 0, digits);
    add_carets(out, paint, window, first, last);
}
