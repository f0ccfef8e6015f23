#include "commands/explain_rule.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/options.h"
#include "base/terminal.h"
#include "check/check.h"
#include "commands/commands.h"
#include "project/config.h"
#include "report/report.h"

enum { WIDTH = 88 };

static void add_title(struct buf *out, const struct paint *paint, const char *title)
{
    buf_char(out, '\n');
    paint_on(paint, out, "1");
    buf_text(out, title);
    paint_off(paint, out);
    buf_char(out, '\n');
}

static void add_code(struct buf *out, const char *code)
{
    struct str rest = str_of(code);
    while (rest.len) {
        struct str line = str_cut(&rest, '\n');
        buf_printf(out, "%s" STR_FMT "\n", line.len ? "    " : "", STR_ARG(line));
    }
}

static void explain_rule(const struct rule_info *rule, const struct paint *paint, struct buf *out)
{
    paint_on(paint, out, "1");
    buf_text(out, rule->name);
    paint_off(paint, out);
    buf_printf(out, " (%s)\n", severity_name(rule->severity));
    report_wrapped(out, str_of(rule->summary), 2, WIDTH);
    add_title(out, paint, "Why");
    report_wrapped(out, str_of(rule->why), 2, WIDTH);
    add_title(out, paint, "Reported");
    add_code(out, rule->bad);
    add_title(out, paint, "Repaired");
    add_code(out, rule->good);
    add_title(out, paint, "Silence one finding");
    buf_printf(out, "    // interloper-ignore %s\n", rule->name);
}

static void list_rules(const struct paint *paint, struct buf *out)
{
    for (size_t i = 0; i < check_rule_count; i++) {
        paint_on(paint, out, "1");
        buf_printf(out, "%-26s", check_rules[i]->name);
        paint_off(paint, out);
        buf_printf(out, " %-8s %s\n", severity_name(check_rules[i]->severity),
                   check_rules[i]->summary);
    }
    buf_text(out, "\ninterloper explain RULE shows why, with a bad and a good example.\n");
}

static void add_json_rule(struct json *json, const struct rule_info *rule)
{
    json_object(json, NULL);
    json_text(json, "rule", rule->name);
    json_text(json, "severity", severity_name(rule->severity));
    json_text(json, "summary", rule->summary);
    json_text(json, "why", rule->why);
    json_text(json, "bad", rule->bad);
    json_text(json, "good", rule->good);
    json_end_object(json);
}

static void explain_as_json(const struct rule_info *const *rules, size_t count, struct buf *out)
{
    struct json json = json_to(out);
    json_object(&json, NULL);
    json_array(&json, "rules");
    for (size_t i = 0; i < count; i++)
        add_json_rule(&json, rules[i]);
    json_end_array(&json);
    json_end_object(&json);
    buf_char(out, '\n');
}

int explain_rules(const char *name, bool as_json)
{
    struct error error;
    struct paint paint = {terminal_has_colour(stdout), WIDTH};
    struct rule_table rules = {check_rules, check_rule_count};
    struct buf out = {0};
    size_t index = 0;
    if (name && !rule_find(&rules, name, "explain", &index, &error))
        return report_error(&error);
    if (as_json)
        explain_as_json(&check_rules[index], name ? 1 : check_rule_count, &out);
    else if (name)
        explain_rule(check_rules[index], &paint, &out);
    else
        list_rules(&paint, &out);
    fputs(buf_view(&out).at, stdout);
    buf_free(&out);
    return EXIT_NOTHING_FOUND;
}
