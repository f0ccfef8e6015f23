/* GitLab's code quality report: an array of findings that a merge request shows beside the changed
 * lines (docs.gitlab.com, "Code Quality report format"). GitLab wants a path and a line from each.
 */
#include "base/json.h"

#include "report/report.h"

static const char *gitlab_severity(enum severity severity)
{
    switch (severity) {
    case SEVERITY_ERROR:
        return "critical";
    case SEVERITY_WARNING:
        return "major";
    case SEVERITY_NOTE:
    case SEVERITY_OFF:
        break;
    }
    return "info";
}

static void add_issue(struct json *json, const char *rule, const char *severity, struct str message,
                      uint64_t fingerprint, struct place place)
{
    char text[20];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)fingerprint);
    json_object(json, NULL);
    json_str(json, "description", message);
    json_text(json, "check_name", rule);
    json_text(json, "fingerprint", text);
    json_text(json, "severity", severity);
    json_object(json, "location");
    json_str(json, "path", place.source ? place.source->path : STR("."));
    json_object(json, "lines");
    json_integer(json, "begin", place.source ? source_position(place.source, place.start).line : 1);
    json_end_object(json);
    json_end_object(json);
    json_end_object(json);
}

void report_gitlab(const struct findings *findings, const struct report_facts *facts,
                   struct buf *out)
{
    (void)facts;
    struct json json = json_to(out);
    uint64_t number = 0; /* problems have no fingerprint: GitLab needs only that they differ */
    json_array(&json, NULL);
    vec_each (problem, &findings->problems)
        if (problem->is_error)
            add_issue(&json, "syntax-error", "critical", problem->message, ++number,
                      problem->place);
    vec_each (finding, &findings->list) {
        struct buf message = {0};
        report_full_message(finding, &message);
        add_issue(&json, finding->rule->name, gitlab_severity(finding->severity),
                  buf_view(&message), finding->fingerprint, finding->place);
        buf_free(&message);
    }
    json_end_array(&json);
    buf_char(out, '\n');
}
