/* libFuzzer target of the analyser: any bytes as one file or, cut at a NUL, as two that may import
 * each other; all rules, the graph, and every report. */
#include "check/check.h"
#include "report/report.h"
#include "report/silence.h"

static void print_everything(const struct findings *findings, const struct graph *graph,
                             size_t files)
{
    struct report_facts facts = {
        .files = files, .rules = check_rules, .rule_count = check_rule_count};
    struct paint paint = {true, 80};
    struct buf out = {0};
    report_text(findings, &facts, &paint, &out);
    report_json(findings, &facts, &out);
    report_sarif(findings, &facts, &out);
    report_github(findings, &facts, &out);
    graph_write_dot(graph, &out);
    graph_write_html(graph, NULL, STR("fuzz"), &out);
    buf_free(&out);
}

static void analyse(struct source **sources, size_t count)
{
    struct findings findings = {0};
    struct graph graph = {0};
    enum severity *severities = mem_zalloc(check_rule_count * sizeof *severities);
    for (size_t i = 0; i < check_rule_count; i++)
        severities[i] = check_rules[i]->severity;
    struct check_options options = {.severities = severities, .jobs = 1, .graph = &graph};
    struct check *check = check_run(sources, count, &options, &findings);
    findings_finish(&findings);
    print_everything(&findings, &graph, count);
    findings_silence(&findings);
    check_free(check);
    findings_free(&findings);
    graph_free(&graph);
    free(severities);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str rest = {(const char *)data, size}, first = str_cut(&rest, '\0');
    struct source a = {.path = STR("a.ts"), .text = first}, b = {.path = STR("b.js"), .text = rest};
    struct source *sources[] = {&a, &b};
    analyse(sources, rest.len ? 2 : 1);
    struct buf log = {0};
    struct error error;
    check_log_order(&a, &log, &error);
    buf_free(&log);
    source_free(&a);
    source_free(&b);
    return 0;
}
