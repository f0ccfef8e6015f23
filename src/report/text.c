/* The report for people: one block a finding, the code under it, then the story and the repair. */
#include "report/report.h"

#include "base/terminal.h"
#include "base/utf8.h"

static unsigned columns_in(struct str text)
{
    unsigned columns = 0;
    for (size_t at = 0; at < text.len;) {
        struct utf8_char c = utf8_at(text, at);
        columns += utf8_columns(c.code);
        at += c.bytes;
    }
    return columns;
}

static void wrap_line(struct buf *out, struct str text, unsigned indent, unsigned width)
{
    unsigned column = 0;
    struct str rest = text;
    while (rest.len) {
        struct str word = str_cut(&rest, ' ');
        unsigned need = columns_in(word);
        if (column && column + 1 + need > width) {
            buf_char(out, '\n');
            column = 0;
        }
        if (column) {
            buf_char(out, ' ');
            column++;
        } else {
            for (unsigned i = 0; i < indent; i++)
                buf_char(out, ' ');
            column = indent;
        }
        buf_str(out, word);
        column += need;
    }
    buf_char(out, '\n');
}

void report_wrapped(struct buf *out, struct str text, unsigned indent, unsigned width)
{
    struct str rest = text;
    while (rest.len)
        wrap_line(out, str_cut(&rest, '\n'), indent, width);
}

static const char *severity_colour(enum severity severity)
{
    return severity == SEVERITY_ERROR ? "1;31" : severity == SEVERITY_WARNING ? "1;33" : "1;34";
}

static void add_location(struct buf *out, struct place place)
{
    struct position at = source_position(place.source, place.start);
    terminal_safe(out, place.source->path);
    buf_printf(out, ":%u:%u", at.line, at.column);
}

static void add_heading(struct buf *out, const struct finding *finding, const struct paint *paint)
{
    paint_on(paint, out, "1");
    if (finding->place.source)
        add_location(out, finding->place);
    paint_off(paint, out);
    buf_char(out, ' ');
    paint_on(paint, out, severity_colour(finding->severity));
    buf_text(out, severity_name(finding->severity));
    paint_off(paint, out);
    buf_printf(out, " %s\n", finding->rule->name);
}

/* Within the finding's own file the line is enough. */
static void add_short_location(struct buf *out, struct place place, const struct source *here)
{
    struct position at = source_position(place.source, place.start);
    if (place.source != here)
        add_location(out, place);
    else
        buf_printf(out, "line %u:%u", at.line, at.column);
}

/* The other places, as a list; a flow is numbered because it happens in that order. */
static void add_story_line(struct buf *out, struct place place, struct str message, size_t number,
                           const struct source *here, const struct paint *paint)
{
    if (number)
        buf_printf(out, "  %2zu. ", number);
    else
        buf_text(out, "   -  ");
    terminal_safe(out, message);
    if (place.source) {
        paint_on(paint, out, "2");
        buf_text(out, " (");
        add_short_location(out, place, here);
        buf_char(out, ')');
        paint_off(paint, out);
    }
    buf_char(out, '\n');
}

static void add_story(struct buf *out, const struct finding *finding, const struct paint *paint)
{
    const struct source *here = finding->place.source;
    for (size_t i = 0; i < finding->flow_count; i++)
        add_story_line(out, finding->flow[i].place, finding->flow[i].message, i + 1, here, paint);
    for (size_t i = 0; i < finding->related_count && !finding->flow_count; i++)
        add_story_line(out, finding->related[i].place, finding->related[i].message, 0, here, paint);
}

static void add_finding(struct buf *out, const struct finding *finding, const struct paint *paint)
{
    struct buf message = {0};
    add_heading(out, finding, paint);
    terminal_safe(&message, finding->message);
    report_wrapped(out, buf_view(&message), 2, paint->width);
    if (finding->place.source)
        frame_write(out, finding->place, paint);
    add_story(out, finding, paint);
    if (finding->repair.len) {
        buf_clear(&message);
        buf_text(&message, "Usual repair: ");
        terminal_safe(&message, finding->repair);
        report_wrapped(out, buf_view(&message), 2, paint->width);
    }
    buf_free(&message);
    buf_char(out, '\n');
}

static void add_count(struct buf *out, size_t count, const char *what, size_t *listed)
{
    if (count)
        buf_printf(out, "%s%zu %s%s", (*listed)++ ? ", " : "", count, what, count == 1 ? "" : "s");
}

static void add_aside(struct buf *out, size_t count, const char *what, size_t *listed)
{
    if (count)
        buf_printf(out, "%s%zu %s", (*listed)++ ? ", " : " (", count, what);
}

void report_totals(const struct findings *findings, const struct report_facts *facts,
                   struct buf *out)
{
    size_t counts[SEVERITY_ERROR + 1] = {0}, listed = 0, asides = 0;
    vec_each (finding, &findings->list)
        counts[finding->severity]++;
    add_count(out, counts[SEVERITY_ERROR], "error", &listed);
    add_count(out, counts[SEVERITY_WARNING], "warning", &listed);
    add_count(out, counts[SEVERITY_NOTE], "note", &listed);
    if (!listed)
        buf_text(out, "no findings");
    if (facts->files || !listed) /* those of a program that was run are in no file of ours */
        buf_printf(out, " in %zu file%s", facts->files, facts->files == 1 ? "" : "s");
    add_aside(out, findings->known, "in the baseline", &asides);
    add_aside(out, findings->suppressed, "silenced by comments", &asides);
    add_aside(out, findings->elsewhere, "in vendored, bundled or minified code: name the file",
              &asides);
    add_aside(out, findings->cut, "more not shown: --max-findings", &asides);
    buf_text(out, asides ? ")\n" : "\n");
}

void report_full_message(const struct finding *finding, struct buf *out)
{
    buf_str(out, finding->message);
    if (!finding->repair.len)
        return;
    if (finding->message.len && !strchr(".!?", finding->message.at[finding->message.len - 1]))
        buf_char(out, '.');
    buf_text(out, " Usual repair: ");
    buf_str(out, finding->repair);
}

void report_text(const struct findings *findings, const struct report_facts *facts,
                 const struct paint *paint, struct buf *out)
{
    vec_each (finding, &findings->list)
        add_finding(out, finding, paint);
    report_totals(findings, facts, out);
}
