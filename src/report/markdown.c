/* Findings as Markdown, for a job's summary or a comment. What is not ours is text: all that
 * Markdown or HTML would obey is escaped. */
#include "report/report.h"

#include "base/terminal.h"

static bool is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* GitHub and GitLab look for people (@name), issues (#1, !1) and addresses in the page that they
 * have made of the Markdown, where escapes are no longer seen: who is named so is sent a message.
 */
static bool begins_reference(struct str rest)
{
    char next = rest.len > 1 ? rest.at[1] : '\0';
    switch (rest.at[0]) {
    case '@':
        return is_alphanumeric(next);
    case '#':
    case '!':
        return next >= '0' && next <= '9';
    case ':':
        return next == '/';
    case 'w':
    case 'W':
        return next == '.';
    default:
        return false;
    }
}

static void add_plain(struct buf *out, struct str text)
{
    struct buf safe = {0};
    terminal_safe(&safe, text);
    struct str rest = buf_view(&safe);
    for (size_t i = 0; i < rest.len; i++) {
        if (strchr("\\`*_{}[]<>#|~&$@!", rest.at[i]))
            buf_char(out, '\\');
        buf_char(out, rest.at[i]);
        if (begins_reference(str_from(rest, i)))
            buf_text(out, "<!-- -->");
    }
    buf_free(&safe);
}

/* A message may have several lines: an assertion with what was expected. */
static void add_lines(struct buf *out, struct str text)
{
    for (bool is_first = true; text.len; is_first = false) {
        struct str line = str_cut(&text, '\n');
        if (!is_first)
            buf_text(out, "<br>");
        add_plain(out, line);
    }
}

static void add_place(struct buf *out, const char *before, struct place place)
{
    if (!place.source)
        return;
    struct position at = source_position(place.source, place.start);
    buf_text(out, before);
    add_plain(out, place.source->path);
    buf_printf(out, ":%u:%u", at.line, at.column);
}

static void add_steps(struct buf *out, const struct finding *finding)
{
    size_t count = finding->flow_count ? finding->flow_count : finding->related_count;
    for (size_t i = 0; i < count; i++) {
        buf_printf(out, "%s%zu. ", i ? "" : "\n", i + 1);
        add_plain(out,
                  finding->flow_count ? finding->flow[i].message : finding->related[i].message);
        add_place(out, ", at ",
                  finding->flow_count ? finding->flow[i].place : finding->related[i].place);
        buf_char(out, '\n');
    }
}

static void add_finding(struct buf *out, const struct finding *finding)
{
    buf_printf(out, "\n#### %s: %s", severity_name(finding->severity), finding->rule->name);
    add_place(out, ", ", finding->place);
    buf_text(out, "\n\n");
    add_lines(out, finding->message);
    buf_char(out, '\n');
    add_steps(out, finding);
    if (finding->repair.len) {
        buf_text(out, "\n**Usual repair:** ");
        add_plain(out, finding->repair);
        buf_char(out, '\n');
    }
}

/* GitHub refuses a summary of more than a megabyte, and nobody reads a hundred findings there. */
void report_markdown(const struct findings *findings, const struct report_facts *facts,
                     struct buf *out)
{
    enum { MOST = 50 };
    buf_text(out, "### Interloper: ");
    report_totals(findings, facts, out);
    if (facts->interrupted)
        buf_text(out, "\nInterrupted: these are the findings so far.\n");
    vec_each (problem, &findings->problems)
        if (problem->is_error) {
            buf_text(out, "\n- ");
            add_plain(out, problem->message);
            add_place(out, ", at ", problem->place);
            buf_char(out, '\n');
        }
    size_t told = 0;
    vec_each (finding, &findings->list)
        if (told++ < MOST)
            add_finding(out, finding);
    if (told > MOST)
        buf_printf(out, "\nAnd %zu more.\n", told - MOST);
}
