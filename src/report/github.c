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

/* On one line: columns are refused over several, and a note beside the last of fifty lines is not
 * found. */
static void add_position(struct buf *out, struct place place)
{
    if (!place.source)
        return;
    struct buf path = {0};
    terminal_safe(&path, place.source->path);
    buf_text(out, "file=");
    add_escaped(out, buf_view(&path), ":,");
    buf_free(&path);
    struct position at = source_position(place.source, place.start);
    struct position end = source_position(place.source, place.end);
    if (end.line != at.line) {
        uint32_t start = source_line_start(place.source, at.line);
        size_t length = source_line(place.source, at.line).len;
        end = source_position(place.source, start + (uint32_t)length);
    }
    buf_printf(out, ",line=%u,endLine=%u,col=%u,endColumn=%u,", at.line, at.line, at.column,
               end.column);
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
    add_position(out, finding->place);
    buf_printf(out, "title=%s::", finding->rule->name);
    add_escaped(out, buf_view(&message), "");
    buf_char(out, '\n');
    buf_free(&message);
}

static void add_problem(struct buf *out, const struct problem *problem)
{
    struct buf message = {0};
    terminal_safe(&message, problem->message);
    buf_text(out, "::error ");
    add_position(out, problem->place);
    buf_text(out, "title=syntax-error::");
    add_escaped(out, buf_view(&message), "");
    buf_char(out, '\n');
    buf_free(&message);
}

void report_github(const struct findings *findings, const struct report_facts *facts,
                   struct buf *out)
{
    (void)facts;
    vec_each (problem, &findings->problems)
        if (problem->is_error)
            add_problem(out, problem);
    vec_each (finding, &findings->list)
        add_finding(out, finding);
}
