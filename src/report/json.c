/* The report for scripts: CONTRACT.md's document and a few fields more. */
#include "base/json.h"

#include "report/report.h"

static void add_place(struct json *json, struct place place)
{
    if (!place.source)
        return;
    struct position at = source_position(place.source, place.start);
    struct position end = source_position(place.source, place.end);
    json_str(json, "file", place.source->path);
    json_integer(json, "line", at.line);
    json_integer(json, "column", at.column);
    json_integer(json, "end_line", end.line);
    json_integer(json, "end_column", end.column);
}

static void add_told_place(struct json *json, struct place place, struct str message)
{
    json_object(json, NULL);
    add_place(json, place);
    json_str(json, "message", message);
    json_end_object(json);
}

static void add_finding(struct json *json, const struct finding *finding)
{
    char fingerprint[20];
    snprintf(fingerprint, sizeof fingerprint, "%016llx", (unsigned long long)finding->fingerprint);
    json_object(json, NULL);
    json_text(json, "rule", finding->rule->name);
    json_text(json, "severity", severity_name(finding->severity));
    add_place(json, finding->place);
    json_str(json, "message", finding->message);
    json_array(json, "related");
    for (size_t i = 0; i < finding->related_count; i++)
        add_told_place(json, finding->related[i].place, finding->related[i].message);
    json_end_array(json);
    json_array(json, "order");
    for (size_t i = 0; i < finding->flow_count; i++)
        add_told_place(json, finding->flow[i].place, finding->flow[i].message);
    json_end_array(json);
    json_str(json, "repair", finding->repair);
    if (finding->fix_count) {
        json_array(json, "fix");
        for (size_t i = 0; i < finding->fix_count; i++) {
            uint32_t at = finding->fix[i].at;
            json_object(json, NULL);
            add_place(json, (struct place){finding->place.source, at, at});
            json_str(json, "insert", finding->fix[i].text);
            json_end_object(json);
        }
        json_end_array(json);
    }
    json_str(json, "function", finding->symbol);
    json_text(json, "fingerprint", fingerprint);
    json_end_object(json);
}

static void add_problems(struct json *json, const struct findings *findings, const char *key,
                         bool errors)
{
    json_array(json, key);
    vec_each (problem, &findings->problems)
        if (problem->is_error == errors)
            add_told_place(json, problem->place, problem->message);
    json_end_array(json);
}

void report_json(const struct findings *findings, const struct report_facts *facts, struct buf *out)
{
    struct json json = json_to(out);
    json_object(&json, NULL);
    json_integer(&json, "files", (int64_t)facts->files);
    json_array(&json, "findings");
    vec_each (finding, &findings->list)
        add_finding(&json, finding);
    json_end_array(&json);
    add_problems(&json, findings, "errors", true);
    add_problems(&json, findings, "remarks", false);
    if (facts->interrupted)
        json_boolean(&json, "interrupted", true);
    json_integer(&json, "suppressed", (int64_t)findings->suppressed);
    json_integer(&json, "elsewhere", (int64_t)findings->elsewhere);
    json_integer(&json, "baseline", (int64_t)findings->known);
    json_integer(&json, "not_shown", (int64_t)findings->cut);
    json_end_object(&json);
    buf_char(out, '\n');
}
