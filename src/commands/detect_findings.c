/* Races as findings and as a graph, in the forms that the other analysers print as well. */
#include "commands/detect.h"
#include "report/graph.h"
#include "report/report.h"

static const struct rule_info rules[] = {
    [RACE_ATOMICITY] = {.name = "race-atomicity",
                        .severity = SEVERITY_ERROR,
                        .summary = "a change can come between two steps that belong together",
                        .why = "Two callbacks that nothing orders touch the same place, and one "
                               "of them does so in two steps. Where the other comes between "
                               "them, the second step works on what is no longer true."},
    [RACE_ORDERING] = {.name = "race-ordering",
                       .severity = SEVERITY_ERROR,
                       .summary = "one is expected to come before the other, and need not",
                       .why = "Two callbacks that nothing orders touch the same place, and one "
                              "changes it. Which comes first depends on how long files, "
                              "networks and threads take."},
    [RACE_COMMUTATIVE] = {.name = "race-commutative-ordering",
                          .severity = SEVERITY_ERROR,
                          .summary = "equals come in any order, and the order shows",
                          .why = "The same line runs for several requests, files or answers, "
                                 "whose order is open, and what it leaves behind depends on "
                                 "that order."},
};

struct maker {
    struct arena arena;
    VEC(struct source *) sources;
};

static struct source *source_of(struct maker *self, struct str file)
{
    struct str shown = detect_shown_path(file);
    vec_each (known, &self->sources)
        if (str_equal((*known)->path, shown))
            return *known;
    struct source *source = arena_new(&self->arena, struct source);
    source->path = arena_str(&self->arena, shown);
    source->text = detect_source_text(&self->arena, file);
    *vec_push(&self->sources) = source;
    return source;
}

static struct place place_of(struct maker *self, const struct observed_site *site)
{
    if (!site->line || !site->file.len)
        return (struct place){0};
    struct source *source = source_of(self, site->file);
    uint32_t start = source_line_start(source, site->line);
    struct str line = source_line(source, site->line);
    if (site->column && site->column <= line.len)
        start += site->column - 1;
    uint32_t end = start < source->text.len ? start + 1 : start;
    return (struct place){source, start, end};
}

static void maker_free(struct maker *self)
{
    vec_each (source, &self->sources)
        source_free(*source);
    vec_free(&self->sources);
    arena_free(&self->arena);
}

static struct finding finding_of(struct maker *maker, const struct detected *one)
{
    const struct race *race = one->race;
    const struct race_side *first = &race->tries[0].first, *second = &race->tries[0].second;
    struct related *related = arena_new(&maker->arena, struct related);
    struct flow_step *flow = arena_array(&maker->arena, struct flow_step, 2);
    struct str location = detect_shown_path(race->location);
    const struct race_side *sides[] = {first, second};
    for (size_t i = 0; i < 2; i++) {
        flow[i].place = place_of(maker, &sides[i]->site);
        flow[i].message = arena_printf(&maker->arena, STR_FMT ": " STR_FMT, STR_ARG(location),
                                       STR_ARG(sides[i]->access));
    }
    *related = (struct related){flow[0].place, flow[0].message};
    struct str message = arena_printf(&maker->arena, "%s: " STR_FMT,
                                      detect_status_name(one->status), STR_ARG(race->hint));
    return (struct finding){
        .rule = &rules[race->violation],
        .severity = one->status == DETECT_CONFIRMED ? SEVERITY_ERROR : SEVERITY_WARNING,
        .place = flow[1].place.source ? flow[1].place : flow[0].place,
        .message = message,
        .symbol = second->site.name,
        .identity = flow[1].place.source ? STR("") : race->location,
        .related = related,
        .related_count = flow[0].place.source != NULL,
        .flow = flow,
        .flow_count = flow[0].place.source && flow[1].place.source ? 2 : 0,
    };
}

static void make_findings(struct maker *maker, const struct detect *self, struct findings *findings)
{
    vec_each (one, &self->list)
        if (detected_is_told(self, one))
            *vec_push(&findings->list) = finding_of(maker, one);
    findings_finish(findings);
}

void detect_report_findings(const struct detect *self, double elapsed_ms, bool interrupted,
                            const char *format, FILE *out)
{
    static void (*const writers[])(const struct findings *, const struct report_facts *,
                                   struct buf *) = {report_sarif, report_github,
                                                    report_junit_findings};
    static const char *const names[] = {"sarif", "github", "junit"};
    const struct rule_info *const all[] = {&rules[0], &rules[1], &rules[2]};
    struct maker maker = {0};
    struct findings findings = {0};
    struct buf text = {0};
    make_findings(&maker, self, &findings);
    struct report_facts facts = {.files = maker.sources.len,
                                 .rules = all,
                                 .rule_count = COUNT_OF(all),
                                 .elapsed_ms = elapsed_ms,
                                 .interrupted = interrupted};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(format, names[i]) == 0)
            writers[i](&findings, &facts, &text);
    fwrite(text.at ? text.at : "", 1, text.len, out);
    buf_free(&text);
    findings_free(&findings);
    maker_free(&maker);
}

/* ---- the graph ---- */

static void add_edge(struct graph *graph, size_t from, size_t to, const char *kind)
{
    *vec_push(&graph->edges) = (struct graph_edge){(uint32_t)from, (uint32_t)to, kind};
}

static void add_race(struct maker *maker, struct graph *graph, const struct detected *one)
{
    const struct race *race = one->race;
    const struct race_side *sides[] = {&race->tries[0].first, &race->tries[0].second};
    size_t base = graph->nodes.len;
    for (size_t i = 0; i < race->step_count; i++) {
        const struct race_step *step = &race->steps[i];
        struct graph_node node = {.label = step->is_main   ? STR("main script")
                                           : step->key.len ? step->key
                                                           : STR("callback"),
                                  .kind = step->is_main   ? "main"
                                          : step->is_task ? "task"
                                                          : "callback",
                                  .place = place_of(maker, &step->site)};
        if (i < 2) {
            struct graph_access *access = arena_new(&maker->arena, struct graph_access);
            *access = (struct graph_access){.name = detect_shown_path(race->location),
                                            .place = place_of(maker, &sides[i]->site),
                                            .is_write = sides[i]->writes};
            node.accesses = access;
            node.access_count = 1;
            node.label = arena_printf(&maker->arena, "%s, %s: " STR_FMT, one->id,
                                      i ? "second" : "first", STR_ARG(node.label));
        }
        *vec_push(&graph->nodes) = node;
        if (step->by_or_0)
            add_edge(graph, base + step->by_or_0 - 1, base + i, "registers");
        if (step->via_or_0 && step->via_or_0 != step->by_or_0)
            add_edge(graph, base + step->via_or_0 - 1, base + i, "before");
    }
}

void detect_report_graph(const struct detect *self, const char *format, FILE *out)
{
    struct maker maker = {0};
    struct findings findings = {0};
    struct graph graph = {0};
    struct buf text = {0};
    make_findings(&maker, self, &findings);
    vec_each (one, &self->list)
        if (detected_is_told(self, one))
            add_race(&maker, &graph, one);
    if (strcmp(format, "dot") == 0)
        graph_write_dot(&graph, &text);
    else if (strcmp(format, "json") == 0)
        graph_write_json(&graph, &text);
    else
        graph_write_html(&graph, &findings, STR("the races"), &text);
    fwrite(text.at ? text.at : "", 1, text.len, out);
    buf_free(&text);
    graph_free(&graph);
    findings_free(&findings);
    maker_free(&maker);
}
