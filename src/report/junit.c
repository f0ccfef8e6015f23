/* JUnit XML, as CI servers read it (the schema of Jenkins' xunit plug-in): each finding a test case
 * that failed, named by its rule and place; where nothing was found, one that passed, so that a
 * server which wants tests to be there is content. */
#include "report/report.h"

#include "base/terminal.h"

/* What XML 1.0 cannot hold at all is escaped before, as for a terminal. */
static void add_escaped(struct buf *out, struct str text)
{
    struct buf safe = {0};
    for (struct str rest = text; rest.len;) {
        bool ends = memchr(rest.at, '\n', rest.len) != NULL;
        terminal_safe(&safe, str_cut(&rest, '\n'));
        if (ends)
            buf_char(&safe, '\n');
    }
    struct str plain = buf_view(&safe);
    for (size_t i = 0; i < plain.len; i++)
        switch (plain.at[i]) {
        case '&':
            buf_text(out, "&amp;");
            break;
        case '<':
            buf_text(out, "&lt;");
            break;
        case '>':
            buf_text(out, "&gt;");
            break;
        case '"':
            buf_text(out, "&quot;");
            break;
        case '\n':
            buf_text(out, "&#10;");
            break;
        default:
            buf_char(out, plain.at[i]);
        }
    buf_free(&safe);
}

static void add_attribute(struct buf *out, const char *name, struct str value)
{
    buf_printf(out, " %s=\"", name);
    add_escaped(out, value);
    buf_char(out, '"');
}

static void add_place(struct buf *out, struct place place)
{
    struct position at = source_position(place.source, place.start);
    buf_str(out, place.source->path);
    buf_printf(out, ":%u:%u", at.line, at.column);
}

static void add_finding(struct buf *out, const struct finding *finding)
{
    struct buf name = {0}, text = {0};
    buf_text(&name, finding->rule->name);
    if (finding->place.source) {
        buf_char(&name, ' ');
        add_place(&name, finding->place);
    } else if (finding->identity.len) {
        buf_text(&name, ": ");
        buf_str(&name, finding->identity);
    }
    buf_text(out, "    <testcase");
    add_attribute(out, "name", buf_view(&name));
    add_attribute(out, "classname",
                  finding->place.source ? finding->place.source->path : STR("interloper"));
    buf_text(out, " time=\"0\">\n      <failure");
    add_attribute(out, "message", finding->message);
    add_attribute(out, "type", str_of(severity_name(finding->severity)));
    buf_char(out, '>');
    report_full_message(finding, &text);
    for (size_t i = 0; i < finding->related_count; i++) {
        const struct related *related = &finding->related[i];
        buf_text(&text, "\n- ");
        buf_str(&text, related->message);
        if (related->place.source) {
            buf_text(&text, " (");
            add_place(&text, related->place);
            buf_char(&text, ')');
        }
    }
    add_escaped(out, buf_view(&text));
    buf_text(out, "</failure>\n    </testcase>\n");
    buf_free(&name);
    buf_free(&text);
}

static void add_problem(struct buf *out, const struct problem *problem)
{
    buf_text(out, "    <testcase");
    add_attribute(out, "name", STR("input"));
    add_attribute(out, "classname",
                  problem->place.source ? problem->place.source->path : STR("interloper"));
    buf_text(out, " time=\"0\">\n      <error");
    add_attribute(out, "message", problem->message);
    buf_text(out, " type=\"syntax-error\"></error>\n    </testcase>\n");
}

void report_junit(const struct findings *findings, const struct report_facts *facts,
                  struct buf *out)
{
    (void)facts;
    size_t errors = 0, failures = findings->list.len;
    vec_each (problem, &findings->problems)
        errors += problem->is_error;
    size_t passed = !errors && !failures;
    buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    buf_printf(out,
               "  <testsuite name=\"interloper\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
               "skipped=\"0\" time=\"0\">\n",
               failures + errors + passed, failures, errors);
    vec_each (problem, &findings->problems)
        if (problem->is_error)
            add_problem(out, problem);
    vec_each (finding, &findings->list)
        add_finding(out, finding);
    if (passed)
        buf_text(out, "    <testcase name=\"nothing was found\" classname=\"interloper\" "
                      "time=\"0\"/>\n");
    buf_text(out, "  </testsuite>\n</testsuites>\n");
}
