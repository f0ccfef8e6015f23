/* A line of source is first measured in columns (tabs, wide and combining characters), then shown
 * through a window: long lines are cut around the caret, with dots where something is missing. */
#include "report/frame.h"

#include "report/utf8.h"

enum {
    TAB = 4,
    LEAST_WIDTH = 40,
    LEAD = 24 /* columns kept before the caret when a line is cut */
};

void paint_on(const struct paint *self, struct buf *out, const char *code) {
    if (self->colour)
        buf_printf(out, "\033[%sm", code);
}

void paint_off(const struct paint *self, struct buf *out) {
    paint_on(self, out, "0");
}

struct window {
    unsigned from, to; /* columns, half open */
};

static unsigned columns_of(struct utf8_char c, unsigned column) {
    return c.code == '\t' ? TAB - column % TAB : utf8_columns(c.code);
}

static void add_glyph(struct buf *out, struct str line, size_t at, struct utf8_char c,
                      unsigned width) {
    if (c.code == '\t')
        for (unsigned i = 0; i < width; i++)
            buf_char(out, ' ');
    else if (c.code < 0x20 || c.code == 0x7f || c.code == 0xfffd)
        buf_text(out, "\xef\xbf\xbd"); /* a control character must not reach the terminal */
    else
        buf_add(out, line.at + at, c.bytes);
}

/* The column at which byte `offset` of the line begins. */
static unsigned column_at(struct str line, size_t offset) {
    unsigned column = 0;
    for (size_t at = 0; at < line.len && at < offset;) {
        struct utf8_char c = utf8_at(line, at);
        column += columns_of(c, column);
        at += c.bytes;
    }
    return column;
}

static void add_line(struct buf *out, struct str line, struct window window) {
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

static void trim_end(struct buf *out) {
    while (out->len && out->at[out->len - 1] == ' ')
        out->at[--out->len] = '\0';
}

static void add_gutter(struct buf *out, const struct paint *paint, const char *mark,
                       uint32_t number, int digits) {
    paint_on(paint, out, "2");
    if (number)
        buf_printf(out, "%s %*u | ", mark, digits, number);
    else
        buf_printf(out, "  %*s | ", digits, "");
    paint_off(paint, out);
}

static void add_carets(struct buf *out, const struct paint *paint, struct window window,
                       unsigned first, unsigned last) {
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
static struct window window_around(unsigned first, unsigned total, unsigned room) {
    if (total <= room)
        return (struct window){0, total};
    unsigned from = first + LEAD < room ? 0 : first - LEAD;
    if (from + room > total)
        from = total > room ? total - room : 0;
    return (struct window){from < 3 ? 0 : from, from + room - 6};
}

static struct str without_bom(struct str line, size_t *skipped) {
    *skipped = str_starts(line, STR("\xef\xbb\xbf")) ? 3 : 0;
    return str_from(line, *skipped);
}

static void add_context(struct buf *out, struct source *source, uint32_t number, int digits,
                        unsigned room, const struct paint *paint) {
    size_t skipped;
    struct str line = without_bom(source_line(source, number), &skipped);
    if (!str_trim(line).len)
        return;
    add_gutter(out, paint, " ", number, digits);
    unsigned total = column_at(line, line.len);
    add_line(out, line, (struct window){0, total <= room ? total : room - 6});
    trim_end(out);
    buf_char(out, '\n');
}

void frame_write(struct buf *out, struct place place, const struct paint *paint) {
    struct position at = source_position(place.source, place.start);
    uint32_t line_start = source_line_start(place.source, at.line);
    int digits = snprintf(NULL, 0, "%u", at.line);
    unsigned gutter = (unsigned)digits + 5;
    unsigned room = paint->width > gutter + LEAST_WIDTH ? paint->width - gutter : LEAST_WIDTH;
    if (at.line > 1)
        add_context(out, place.source, at.line - 1, digits, room, paint);
    size_t skipped;
    struct str line = without_bom(source_line(place.source, at.line), &skipped);
    size_t from = place.start - line_start, to = place.end - line_start;
    from = from > skipped ? from - skipped : 0;
    to = to > skipped ? to - skipped : 0;
    unsigned first = column_at(line, from), last = column_at(line, to);
    struct window window = window_around(first, column_at(line, line.len), room);
    add_gutter(out, paint, ">", at.line, digits);
    add_line(out, line, window);
    trim_end(out);
    buf_char(out, '\n');
    add_gutter(out, paint, "", 0, digits);
    add_carets(out, paint, window, first, last);
}
