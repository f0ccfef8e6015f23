#include "report/junit.h"

#include "base/terminal.h"

static const char *const elements[] = {[JUNIT_PASSED] = NULL,
                                       [JUNIT_FAILED] = "failure",
                                       [JUNIT_SKIPPED] = "skipped",
                                       [JUNIT_ERROR] = "error"};

/* terminal_safe() leaves valid UTF-8 without control characters: all that XML wants besides. */
static void add_safe(struct buf *out, struct str text)
{
    struct buf safe = {0};
    terminal_safe(&safe, text);
    struct str rest = buf_view(&safe);
    for (size_t i = 0; i < rest.len; i++)
        switch (rest.at[i]) {
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
        default:
            buf_char(out, rest.at[i]);
        }
    buf_free(&safe);
}

static void add_attribute(struct buf *out, const char *name, const char *value)
{
    if (!value)
        return;
    buf_printf(out, " %s=\"", name);
    add_safe(out, str_of(value));
    buf_char(out, '"');
}

static void add_case(struct buf *out, const char *suite, const struct junit_case *self)
{
    buf_text(out, "    <testcase");
    add_attribute(out, "classname", suite);
    add_attribute(out, "name", self->name);
    buf_printf(out, " time=\"%.3f\"", self->seconds);
    const char *element = elements[self->result];
    if (!element) {
        buf_text(out, "/>\n");
        return;
    }
    buf_printf(out, ">\n      <%s", element);
    if (self->result == JUNIT_FAILED)
        add_attribute(out, "type", self->kind);
    add_attribute(out, "message", self->message);
    buf_char(out, '>');
    for (struct str rest = str_of(self->text ? self->text : ""); rest.len;) {
        add_safe(out, str_cut(&rest, '\n'));
        buf_char(out, '\n');
    }
    buf_printf(out, "</%s>\n    </testcase>\n", element);
}

void report_junit(const char *suite, const struct junit_case *cases, size_t count, struct buf *out)
{
    size_t counts[COUNT_OF(elements)] = {0};
    double seconds = 0;
    for (size_t i = 0; i < count; i++) {
        counts[cases[i].result]++;
        seconds += cases[i].seconds;
    }
    buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
    add_attribute(out, "name", suite);
    buf_printf(out,
               " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n",
               count, counts[JUNIT_FAILED], counts[JUNIT_ERROR], counts[JUNIT_SKIPPED], seconds);
    for (size_t i = 0; i < count; i++)
        add_case(out, suite, &cases[i]);
    buf_text(out, "  </testsuite>\n</testsuites>\n");
}
