/* SARIF 2.1.0, the OASIS form that code hosts and editors read. Every rule of the table is listed
 * (ruleIndex points into it), whether it found something or not; a finding's flow becomes one
 * threadFlow, in order of execution. */
#include "base/json.h"

#include "report/report.h"

static void add_message(struct json *json, const char *key, struct str text)
{
    json_object(json, key);
    json_str(json, "text", text);
    json_end_object(json);
}

/* The schema has no "off"; what is off has no finding. */
static const char *level_of(enum severity severity)
{
    return severity == SEVERITY_OFF ? "none" : severity_name(severity);
}

static void add_code(struct buf *out, const char *title, const char *code)
{
    buf_printf(out, "\n\n%s\n\n```js\n%s%s```", title, code,
               *code && code[strlen(code) - 1] == '\n' ? "" : "\n");
}

static void add_rule(struct json *json, const struct rule_info *rule)
{
    struct buf help = {0};
    buf_text(&help, rule->why);
    if (rule->bad)
        add_code(&help, "Reported:", rule->bad);
    if (rule->good)
        add_code(&help, "Repaired:", rule->good);
    json_object(json, NULL);
    json_text(json, "id", rule->name);
    add_message(json, "shortDescription", str_of(rule->summary));
    add_message(json, "fullDescription", str_of(rule->why));
    json_object(json, "help");
    json_str(json, "text", buf_view(&help));
    json_str(json, "markdown", buf_view(&help));
    json_end_object(json);
    json_object(json, "defaultConfiguration");
    json_text(json, "level", level_of(rule->severity));
    json_end_object(json);
    json_object(json, "properties");
    json_array(json, "tags");
    json_text(json, NULL, "asynchrony");
    json_text(json, NULL, "correctness");
    json_text(json, NULL, "javascript");
    json_end_array(json);
    json_end_object(json);
    json_end_object(json);
    buf_free(&help);
}

static void add_tool(struct json *json, const struct report_facts *facts)
{
    json_object(json, "tool");
    json_object(json, "driver");
    json_text(json, "name", "Interloper");
    json_text(json, "version", INTERLOPER_VERSION);
    json_array(json, "rules");
    for (size_t i = 0; i < facts->rule_count; i++)
        add_rule(json, facts->rules[i]);
    json_end_array(json);
    json_end_object(json);
    json_end_object(json);
}

/* RFC 3986: everything but unreserved characters and the slash goes by its bytes. */
static void add_uri(struct json *json, struct str path)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    struct buf uri = {0};
    if (str_starts(path, STR("/")))
        buf_text(&uri, "file://");
    for (size_t i = 0; i < path.len; i++)
        if (path.at[i] && strchr(plain, path.at[i]))
            buf_char(&uri, path.at[i]);
        else
            buf_printf(&uri, "%%%02X", (unsigned char)path.at[i]);
    json_str(json, "uri", buf_view(&uri));
    buf_free(&uri);
}

static void add_region(struct json *json, const char *key, struct place place)
{
    struct position at = source_position(place.source, place.start);
    struct position end = source_position(place.source, place.end);
    json_object(json, key);
    json_integer(json, "startLine", at.line);
    json_integer(json, "startColumn", at.column);
    json_integer(json, "endLine", end.line);
    json_integer(json, "endColumn", end.column);
    json_end_object(json);
}

static void add_physical(struct json *json, struct place place)
{
    json_object(json, "physicalLocation");
    json_object(json, "artifactLocation");
    add_uri(json, place.source->path);
    json_end_object(json);
    add_region(json, "region", place);
    json_end_object(json);
}

static void add_location(struct json *json, const char *key, struct place place, struct str message)
{
    json_object(json, key);
    if (place.source)
        add_physical(json, place);
    if (message.len)
        add_message(json, "message", message);
    json_end_object(json);
}

/* The schema wants relatedLocations without repetitions. */
static bool is_told_before(const struct finding *finding, size_t index)
{
    const struct related *related = finding->related;
    for (size_t i = 0; i < index; i++)
        if (memcmp(&related[i].place, &related[index].place, sizeof related->place) == 0 &&
            str_equal(related[i].message, related[index].message))
            return true;
    return false;
}

static void add_related(struct json *json, const struct finding *finding)
{
    if (!finding->related_count)
        return;
    json_array(json, "relatedLocations");
    for (size_t i = 0; i < finding->related_count; i++)
        if (!is_told_before(finding, i))
            add_location(json, NULL, finding->related[i].place, finding->related[i].message);
    json_end_array(json);
}

static void add_flow(struct json *json, const struct finding *finding)
{
    if (!finding->flow_count)
        return;
    json_array(json, "codeFlows");
    json_object(json, NULL);
    json_array(json, "threadFlows");
    json_object(json, NULL);
    json_array(json, "locations");
    for (size_t i = 0; i < finding->flow_count; i++) {
        json_object(json, NULL);
        add_location(json, "location", finding->flow[i].place, finding->flow[i].message);
        json_integer(json, "executionOrder", (int64_t)i + 1);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
    json_end_array(json);
    json_end_object(json);
    json_end_array(json);
}

/* Both, so that a host goes on knowing what it knew by the old one. */
static void add_fingerprints(struct json *json, const struct finding *finding)
{
    char text[20];
    json_object(json, "partialFingerprints");
    snprintf(text, sizeof text, "%016llx", (unsigned long long)finding->old_fingerprint);
    json_text(json, "interloper/v1", text);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)finding->fingerprint);
    json_text(json, "interloper/v2", text);
    json_end_object(json);
}

/* What --fix would put in: the regions are empty, nothing is deleted. */
static void add_fixes(struct json *json, const struct finding *finding)
{
    if (!finding->fix_count)
        return;
    json_array(json, "fixes");
    json_object(json, NULL);
    add_message(json, "description", finding->repair);
    json_array(json, "artifactChanges");
    json_object(json, NULL);
    json_object(json, "artifactLocation");
    add_uri(json, finding->place.source->path);
    json_end_object(json);
    json_array(json, "replacements");
    for (size_t i = 0; i < finding->fix_count; i++) {
        uint32_t at = finding->fix[i].at;
        json_object(json, NULL);
        add_region(json, "deletedRegion", (struct place){finding->place.source, at, at});
        add_message(json, "insertedContent", finding->fix[i].text);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
    json_end_array(json);
    json_end_object(json);
    json_end_array(json);
}

static void add_result(struct json *json, const struct finding *finding,
                       const struct report_facts *facts)
{
    struct buf message = {0};
    report_full_message(finding, &message);
    json_object(json, NULL);
    json_text(json, "ruleId", finding->rule->name);
    for (size_t i = 0; i < facts->rule_count; i++)
        if (strcmp(facts->rules[i]->name, finding->rule->name) == 0)
            json_integer(json, "ruleIndex", (int64_t)i);
    json_text(json, "level", level_of(finding->severity));
    add_message(json, "message", buf_view(&message));
    json_array(json, "locations");
    json_object(json, NULL);
    if (finding->place.source)
        add_physical(json, finding->place);
    if (finding->symbol.len) {
        json_array(json, "logicalLocations");
        json_object(json, NULL);
        json_str(json, "fullyQualifiedName", finding->symbol);
        json_text(json, "kind", "function");
        json_end_object(json);
        json_end_array(json);
    }
    json_end_object(json);
    json_end_array(json);
    add_related(json, finding);
    add_flow(json, finding);
    add_fingerprints(json, finding);
    add_fixes(json, finding);
    json_end_object(json);
    buf_free(&message);
}

static void add_problem(struct json *json, const struct problem *problem)
{
    json_object(json, NULL);
    json_text(json, "level", problem->is_error ? "error" : "note");
    add_message(json, "message", problem->message);
    json_array(json, "locations");
    if (problem->place.source)
        add_location(json, NULL, problem->place, STR(""));
    json_end_array(json);
    json_end_object(json);
}

static void add_invocation(struct json *json, const struct findings *findings,
                           const struct report_facts *facts)
{
    bool is_whole = !facts->interrupted; /* neither is it where a file could not be read whole */
    vec_each (problem, &findings->problems)
        is_whole &= !problem->is_error;
    json_array(json, "invocations");
    json_object(json, NULL);
    json_boolean(json, "executionSuccessful", is_whole);
    json_array(json, "toolExecutionNotifications");
    vec_each (problem, &findings->problems)
        add_problem(json, problem);
    json_end_array(json);
    json_end_object(json);
    json_end_array(json);
}

void report_sarif(const struct findings *findings, const struct report_facts *facts,
                  struct buf *out)
{
    struct json json = json_to(out);
    json_object(&json, NULL);
    json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(&json, "version", "2.1.0");
    json_array(&json, "runs");
    json_object(&json, NULL);
    add_tool(&json, facts);
    json_text(&json, "columnKind", "utf16CodeUnits");
    add_invocation(&json, findings, facts);
    json_array(&json, "results");
    vec_each (finding, &findings->list)
        add_result(&json, finding, facts);
    json_end_array(&json);
    json_end_object(&json);
    json_end_array(&json);
    json_end_object(&json);
    buf_char(out, '\n');
}
