/* GitHub's workflow commands, `::warning file=...,line=...::message`. Their escapes are URL-like: %
 * CR LF in messages, and : , too in properties (docs.github.com, "Workflow commands for GitHub
 * Actions"). */
#include "report/report.h"

#include "base/terminal.h"

static void add_escaped(struct buf *out, struct str text, const char *also)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (strchr("%\n", c) || strchr(also, c))
            buf_printf(out, "%%%02X", (unsigned char)c);
        else
            buf_char(out, c);
    }
}

static void add_position(struct buf *out, const struct finding *finding)
{
    if (!finding->place.source)
        return;
    struct buf path = {0};
    terminal_safe(&path, finding->place.source->path);
    buf_text(out, "file=");
    add_escaped(out, buf_view(&path), ":,");
    buf_free(&path);
    buf_printf(out, ",line=%u", finding->at.line);
    if (finding->end.line == finding->at.line) /* columns are refused over several lines */
        buf_printf(out, ",col=%u,endColumn=%u", finding->at.column, finding->end.column);
    else
        buf_printf(out, ",endLine=%u", finding->end.line);
    buf_char(out, ',');
}

static void add_story(struct buf *message, const struct finding *finding)
{
    for (size_t i = 0; i < finding->related_count; i++) {
        const struct related *related = &finding->related[i];
        buf_text(message, "\n- ");
        terminal_safe(message, related->message);
        if (!related->place.source)
            continue;
        struct position at = source_position(related->place.source, related->place.start);
        buf_text(message, " (");
        terminal_safe(message, related->place.source->path);
        buf_printf(message, ":%u:%u)", at.line, at.column);
    }
}

static void add_finding(struct buf *out, const struct finding *finding)
{
    struct buf full = {0}, message = {0};
    bool is_note = finding->severity == SEVERITY_NOTE;
    report_full_message(finding, &full);
    terminal_safe(&message, buf_view(&full));
    buf_free(&full);
    add_story(&message, finding);
    buf_printf(out, "::%s ", is_note ? "notice" : severity_name(finding->severity));
    add_position(out, finding);
    buf_printf(out, "title=%s::", finding->rule->name);
    add_escaped(out, buf_view(&message), "");
    buf_char(out, '\n');
    buf_free(&message);
}

void report_github(const struct findings *findings, const struct report_facts *facts,
                   struct buf *out)
{
    (void)facts;
    vec_each (finding, &findings->list)
        add_finding(out, finding);
}
