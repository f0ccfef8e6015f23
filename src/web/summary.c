#include "web/summary.h"

#include "web/known.h"

#include "base/json.h"
#include "base/terminal.h"

/* ---- JSON ---- */

static void box_json(struct json *json, const char *key, const struct web_box *box)
{
    json_array(json, key);
    json_number(json, NULL, box->x, 1);
    json_number(json, NULL, box->y, 1);
    json_number(json, NULL, box->width, 1);
    json_number(json, NULL, box->height, 1);
    json_end_array(json);
}

/* Only what is there: a field that says nothing is left out. */
static void text_json(struct json *json, const char *key, const char *value)
{
    if (value)
        json_text(json, key, value);
}

static void picture_json(struct json *json, const char *key, const struct web_result *result,
                         const char *name)
{
    if (!name) {
        json_null(json, key);
        return;
    }
    char *path = mem_printf("%s/%s", result->folder, name);
    json_text(json, key, path);
    free(path);
}

static void event_json(struct json *json, const struct web_result *result,
                       const struct web_event *event)
{
    json_object(json, NULL);
    text_json(json, "id", event->id);
    json_text(json, "type", web_event_type_name(event->type));
    text_json(json, "selector", event->selector);
    text_json(json, "value", event->value);
    if (event->part_count) {
        json_array(json, "events");
        for (size_t i = 0; i < event->part_count; i++)
            event_json(json, result, &event->parts[i]);
        json_end_array(json);
    }
    text_json(json, "label", event->label);
    text_json(json, "handler", event->handler);
    if (event->thumbnail)
        picture_json(json, "thumbnail", result, event->thumbnail);
    text_json(json, "trouble", event->trouble);
    json_end_object(json);
}

static void write_json(struct json *json, const struct web_node *node,
                       const struct web_write *write)
{
    json_object(json, NULL);
    json_text(json, "node", node->id);
    text_json(json, "what", write->what);
    text_json(json, "handler", write->handler);
    if (!write->storage)
        box_json(json, "box", &write->box);
    json_end_object(json);
}

static void edges_json(struct json *json, const struct web_graph *graph)
{
    json_array(json, "edges");
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct web_edge *edge = &graph->edges[i];
        json_array(json, NULL);
        json_text(json, NULL, graph->nodes[edge->from].id);
        json_text(json, NULL, graph->nodes[edge->to].id);
        json_text(json, NULL, edge->join ? "join" : web_kind_name(graph->nodes[edge->to].kind));
        json_end_array(json);
    }
    json_end_array(json);
}

static void graph_json(struct json *json, const struct web_result *result,
                       const struct web_graph *graph)
{
    json_object(json, NULL);
    json_text(json, "event", result->events[graph->event].id);
    json_integer(json, "nodes", (int64_t)graph->node_count);
    edges_json(json, graph);
    json_integer(json, "ajax", (int64_t)graph->ajax);
    json_integer(json, "mutations", (int64_t)graph->mutations);
    json_array(json, "requests");
    for (size_t i = 0; i < graph->node_count; i++)
        if (graph->nodes[i].url && web_kind_is_answer(graph->nodes[i].kind))
            json_text(json, NULL, graph->nodes[i].label);
    json_end_array(json);
    json_array(json, "writes");
    for (size_t i = 0; i < graph->node_count; i++)
        for (size_t k = 0; k < graph->nodes[i].write_count; k++)
            write_json(json, &graph->nodes[i], &graph->nodes[i].writes[k]);
    json_end_array(json);
    json_end_object(json);
}

static void lines_json(struct json *json, const char *key, const struct web_line *lines,
                       size_t count)
{
    static const char *const marks[] = {" ", "-", "+"};
    if (!count)
        return;
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        char *line = mem_printf("%s%s", marks[lines[i].kind], lines[i].text);
        json_text(json, NULL, line);
        free(line);
    }
    json_end_array(json);
}

static void differs_json(struct json *json, const struct web_difference *difference)
{
    const struct {
        const char *name;
        bool differs;
    } parts[] = {{"picture", difference->picture},
                 {"text", difference->text},
                 {"accessibility", difference->accessibility},
                 {"errors", difference->errors},
                 {"storage", difference->storage}};
    json_array(json, "differs");
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (parts[i].differs)
            json_text(json, NULL, parts[i].name);
    json_end_array(json);
}

static void late_json(struct json *json, const struct web_test *test)
{
    json_text(json, "cause", web_cause_name(test->cause));
    json_integer(json, "cause_number", (int64_t)test->cause_number);
    if (test->known)
        json_boolean(json, "known", true);
    json_object(json, "late");
    text_json(json, "request", test->late.request);
    text_json(json, "at", test->late.at);
    text_json(json, "wrote", test->late.wrote);
    json_end_object(json);
}

static void test_json(struct json *json, const struct web_result *result,
                      const struct web_test *test)
{
    json_object(json, NULL);
    json_text(json, "first", result->events[test->first].id);
    json_text(json, "second", result->events[test->second].id);
    json_text(json, "result", web_verdict_name(test->verdict));
    if (test->verdict == WEB_RACE)
        late_json(json, test);
    text_json(json, "why", test->why);
    json_number(json, "difference", test->difference.pixels, 6);
    differs_json(json, &test->difference);
    json_object(json, "screenshots");
    picture_json(json, "synchronous", result, test->synchronous.picture);
    picture_json(json, "adverse", result, test->adverse.picture);
    picture_json(json, "diff", result, test->diff);
    json_end_object(json);
    json_array(json, "errors");
    for (size_t i = 0; i < test->error_count; i++)
        json_text(json, NULL, test->errors[i]);
    json_end_array(json);
    lines_json(json, "text", test->difference.lines, test->difference.line_count);
    lines_json(json, "accessibility", test->difference.tree, test->difference.tree_count);
    lines_json(json, "storage", test->difference.stored, test->difference.stored_count);
    json_integer(json, "runs", test->runs);
    json_number(json, "ms", test->ms, 1);
    json_end_object(json);
}

void summary_json(const struct web_result *result, struct buf *out)
{
    struct json json = json_to(out);
    json_object(&json, NULL);
    json_text(&json, "url", result->url);
    json_text(&json, "title", result->title);
    json_text(&json, "browser", result->browser);
    json_array(&json, "events");
    for (size_t i = 0; i < result->event_count; i++)
        event_json(&json, result, &result->events[i]);
    json_end_array(&json);
    json_array(&json, "graphs");
    for (size_t i = 0; i < result->event_count && result->graphs; i++)
        graph_json(&json, result, &result->graphs[i]);
    json_end_array(&json);
    json_array(&json, "tests");
    for (size_t i = 0; i < result->test_count; i++)
        test_json(&json, result, &result->tests[i]);
    json_end_array(&json);
    json_integer(&json, "races", (int64_t)result->races);
    json_integer(&json, "known", (int64_t)result->known);
    json_integer(&json, "causes", (int64_t)result->causes);
    text_json(&json, "untested", result->untested);
    json_text(&json, "report", result->report);
    json_array(&json, "warnings");
    for (size_t i = 0; i < result->warning_count; i++)
        json_text(&json, NULL, result->warnings[i]);
    json_end_array(&json);
    json_number(&json, "scan_ms", result->scan_ms, 1);
    json_number(&json, "phase1_ms", result->phase1_ms, 1);
    json_number(&json, "phase2_ms", result->phase2_ms, 1);
    json_boolean(&json, "interrupted", result->interrupted);
    json_end_object(&json);
    buf_char(out, '\n');
}

/* ---- baseline ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void known_write(const struct web_result *result, struct buf *out)
{
    char **lines = mem_zalloc((result->test_count + 1) * sizeof *lines);
    size_t count = 0;
    for (size_t i = 0; i < result->test_count; i++) {
        const struct web_test *test = &result->tests[i];
        if (test->verdict != WEB_RACE)
            continue;
        struct buf line = {0};
        struct json json = json_to(&line);
        json_object(&json, NULL);
        json_text(&json, "cause", web_cause_name(test->cause));
        json_text(&json, "request", test->late.request ? test->late.request : "");
        json_str(&json, "file", known_file(test->late.by));
        json_end_object(&json);
        lines[count++] = buf_take(&line);
    }
    qsort(lines, count, sizeof *lines, by_text);
    buf_printf(out, "{\"interloper-web-baseline\": %d, \"causes\": [", KNOWN_VERSION);
    const char *last = NULL;
    for (size_t i = 0; i < count; i++) {
        if (last && strcmp(last, lines[i]) == 0)
            continue;
        buf_printf(out, "%s\n%s", last ? "," : "", lines[i]);
        last = lines[i];
    }
    buf_text(out, "\n]}\n");
    for (size_t i = 0; i < count; i++)
        free(lines[i]);
    free(lines);
}

/* ---- text ---- */

/* What the page says may hold anything, orders to the terminal too. */
static void safe_text(struct buf *out, const char *before, const char *text, const char *after)
{
    buf_text(out, before);
    terminal_safe(out, str_of(text ? text : ""));
    buf_text(out, after);
}

static void event_text(const struct web_event *event, struct buf *out)
{
    buf_printf(out, "%s ", web_event_type_name(event->type));
    safe_text(out, "", event->label ? event->label : event->selector, "");
    if (event->value)
        safe_text(out, " '", event->value, "'");
}

static void pair_text(const struct web_result *result, const struct web_test *test, struct buf *out)
{
    event_text(&result->events[test->first], out);
    buf_text(out, ", then ");
    if (test->first == test->second)
        buf_text(out, "the same again");
    else
        event_text(&result->events[test->second], out);
}

static void change_text(const struct web_line *lines, size_t count,
                        const struct summary_colours *colours, struct buf *out)
{
    enum { MOST = 6 };
    size_t shown = 0;
    for (size_t i = 0; i < count && shown < MOST; i++) {
        if (lines[i].kind == WEB_LINE_BOTH)
            continue;
        bool adverse = lines[i].kind == WEB_LINE_ADVERSE;
        buf_printf(out, "      %s%s ", adverse ? colours->red : colours->green,
                   adverse ? "+" : "-");
        safe_text(out, "", lines[i].text, colours->end);
        buf_char(out, '\n');
        shown++;
    }
}

/* Whose answer was late, and where the page asked for it. */
static void culprit_text(const struct web_test *test, const struct summary_colours *colours,
                         struct buf *out)
{
    if (!test->late.request)
        return;
    buf_printf(out, "      %slate: ", colours->dim);
    safe_text(out, "", test->late.request, "");
    if (test->late.at)
        safe_text(out, ", asked for at ", test->late.at, "");
    if (test->late.wrote)
        safe_text(out, ", wrote ", test->late.wrote, "");
    buf_printf(out, "%s\n", colours->end);
}

static bool is_first_of_cause(const struct web_result *result, const struct web_test *test)
{
    for (const struct web_test *other = result->tests; other < test; other++)
        if (other->verdict == WEB_RACE && other->cause_number == test->cause_number)
            return false;
    return true;
}

static void race_text(const struct web_result *result, const struct web_test *test,
                      const struct summary_colours *colours, struct buf *out)
{
    const struct web_difference *difference = &test->difference;
    buf_printf(out, "  %srace%s  ", colours->red, colours->end);
    pair_text(result, test, out);
    if (!is_first_of_cause(result, test)) { /* told once */
        buf_printf(out, "  %s(cause %zu)%s\n", colours->dim, test->cause_number, colours->end);
        return;
    }
    double percent = difference->pixels * 100;
    if (difference->picture && percent < 0.1)
        buf_printf(out, "  %s(under 0.1 %% of the picture differs)%s", colours->dim, colours->end);
    else if (difference->picture)
        buf_printf(out, "  %s(%.1f %% of the picture differs)%s", colours->dim, percent,
                   colours->end);
    buf_char(out, '\n');
    change_text(difference->lines, difference->line_count, colours, out);
    change_text(difference->tree, difference->tree_count, colours, out);
    if (difference->storage)
        change_text(difference->stored, difference->stored_count, colours, out);
    for (size_t i = 0; i < test->error_count; i++)
        safe_text(out, "      uncaught: ", test->errors[i], "\n");
    if (test->why)
        safe_text(out, "      double submit: ", test->why, "\n");
    culprit_text(test, colours, out);
}

/* Nothing tested is not "0 races". */
static void count_text(const struct web_result *result, const struct summary_colours *colours,
                       struct buf *out)
{
    if (!result->event_count && result->interrupted) {
        buf_printf(out, "%sinterrupted: nothing was tested yet%s", colours->yellow, colours->end);
        return;
    }
    if (!result->event_count) {
        buf_printf(out, "%sno user events: nothing was tested%s", colours->yellow, colours->end);
        return;
    }
    buf_printf(out, "%zu user event%s, %zu pair%s tested: %s%zu race%s%s", result->event_count,
               result->event_count == 1 ? "" : "s", result->test_count,
               result->test_count == 1 ? "" : "s", result->races ? colours->red : colours->green,
               result->races, result->races == 1 ? "" : "s", colours->end);
    if (result->races > 1)
        buf_printf(out, " of %zu cause%s", result->causes, result->causes == 1 ? "" : "s");
    if (result->known)
        buf_printf(out, " (%zu more of causes in the baseline)", result->known);
}

/* What is missing from the verdict: a 0 of races says nothing about it. */
static void untested_text(const struct web_result *result, size_t broken,
                          const struct summary_colours *colours, struct buf *out)
{
    size_t events = 0;
    for (size_t i = 0; i < result->event_count; i++)
        events += result->events[i].trouble != NULL;
    if (events)
        buf_printf(out, "%s%zu event%s could not be tested with others: see the notes%s\n",
                   colours->yellow, events, events == 1 ? "" : "s", colours->end);
    if (broken)
        buf_printf(out, "%s%zu pair%s could not be tested to the end: nothing is known of %s%s\n",
                   colours->yellow, broken, broken == 1 ? "" : "s", broken == 1 ? "it" : "them",
                   colours->end);
}

/* Pairs that are infeasible for the same reason are one line with their number. */
static bool same_kind(const struct web_test *a, const struct web_test *b)
{
    return a == b || (a->verdict == WEB_INFEASIBLE && b->verdict == WEB_INFEASIBLE && a->why &&
                      b->why && strcmp(a->why, b->why) == 0);
}

static bool is_first_of_kind(const struct web_result *result, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (same_kind(&result->tests[i], &result->tests[index]))
            return false;
    return true;
}

static size_t count_of_kind(const struct web_result *result, const struct web_test *test)
{
    size_t count = 0;
    for (size_t i = 0; i < result->test_count; i++)
        count += same_kind(&result->tests[i], test);
    return count;
}

void summary_text(const struct web_result *result, const struct summary_colours *colours,
                  struct buf *out)
{
    size_t counts[WEB_BROKEN + 1] = {0};
    safe_text(out, colours->bold, result->title && *result->title ? result->title : "(no title)",
              colours->end);
    safe_text(out, "  ", result->url, "\n");
    for (size_t i = 0; i < result->test_count; i++) {
        const struct web_test *test = &result->tests[i];
        counts[test->verdict]++;
        if (test->known) {
            counts[WEB_RACE]--;
        } else if (test->verdict == WEB_RACE) {
            race_text(result, test, colours, out);
        } else if (test->verdict != WEB_SAME && is_first_of_kind(result, i)) {
            size_t alike = count_of_kind(result, test);
            buf_printf(out, "  %s%s%s  ", colours->yellow, web_verdict_name(test->verdict),
                       colours->end);
            if (alike > 1)
                buf_printf(out, "%zu pairs, such as ", alike);
            pair_text(result, test, out);
            buf_printf(out, "  %s(", colours->dim);
            safe_text(out, "", test->why, ")");
            buf_printf(out, "%s\n", colours->end);
        }
    }
    count_text(result, colours, out);
    for (int verdict = WEB_SAME; verdict <= WEB_BROKEN; verdict++)
        if (verdict != WEB_RACE && counts[verdict])
            buf_printf(out, ", %zu %s", counts[verdict],
                       web_verdict_name((enum web_verdict)verdict));
    buf_printf(out, "  %s(%.1f s)%s\n", colours->dim,
               (result->phase1_ms + result->phase2_ms) / 1000, colours->end);
    untested_text(result, counts[WEB_BROKEN], colours, out);
    if (result->report)
        safe_text(out, "report: ", result->report, "\n");
}
