#include "web/findings.h"

#include "base/file.h"
#include "report/junit.h"
#include "report/report.h"

enum { LARGEST_SOURCE = 4 << 20 };

static const struct rule_info late_answer = {
    .name = "late-answer",
    .severity = SEVERITY_ERROR,
    .summary = "An answer that comes late leaves the page other than one that comes in time",
    .why = "The page asked its server for something, the user did something else meanwhile, and "
           "the first answer came last. What it writes then stands where the later event's should. "
           "Both orders were run in a browser, twice.",
    .bad = "async function show(name) {\n"
           "  const answer = await fetch(`/list?filter=${name}`);\n"
           "  render(await answer.json());\n"
           "}\n",
    .good = "let last = 0;\n"
            "async function show(name) {\n"
            "  const mine = ++last;\n"
            "  const answer = await fetch(`/list?filter=${name}`);\n"
            "  const list = await answer.json();\n"
            "  if (mine === last) render(list);\n"
            "}\n",
};

static const struct rule_info double_submit = {
    .name = "double-submit",
    .severity = SEVERITY_ERROR,
    .summary = "A request that changes the server is sent again while the first one is under way",
    .why =
        "Who clicks twice, because nothing seems to happen, orders twice: the second event sends "
        "the same POST or PATCH with the same body before the answer to the first is there.",
    .bad = "button.onclick = () => fetch('/order', { method: 'POST', body: '{}' });\n",
    .good = "button.onclick = async () => {\n"
            "  button.disabled = true;\n"
            "  await fetch('/order', { method: 'POST', body: '{}' });\n"
            "  button.disabled = false;\n"
            "};\n",
};

static const struct rule_info *const rules[] = {
    [WEB_LATE_ANSWER] = &late_answer,
    [WEB_DOUBLE_SUBMIT] = &double_submit,
};

/* ---- places: file:line:column becomes a range of a source ---- */

struct sources {
    struct arena arena;
    const char *root;
    VEC(struct source *) all;
};

static bool stays_below(const char *file)
{
    bool climbs = strcmp(file, "..") == 0 || strncmp(file, "../", 3) == 0 || strstr(file, "/../");
    return *file && *file != '/' && !climbs && !strstr(file, "://");
}

/* A file that is there is read, for its lines make the fingerprint. */
static bool read_source(struct sources *self, const char *folder, const char *file,
                        struct source *source)
{
    struct buf text = {0};
    struct error ignored;
    struct str path = *folder ? arena_printf(&self->arena, "%s/%s", folder, file)
                              : arena_str(&self->arena, str_of(file));
    bool ok = stays_below(file) && file_read(path.at, LARGEST_SOURCE, &text, &ignored);
    if (ok)
        *source = (struct source){.path = path, .text = arena_str(&self->arena, buf_view(&text))};
    buf_free(&text);
    return ok;
}

/* "src/App.jsx:12:7". Of a source that nobody has here, an empty one stands in, with as many lines;
 * `told` stands at the place, so that two of one line have two fingerprints. */
static struct place place_of(struct sources *self, const char *text, const char *told)
{
    enum { MOST_LINES = 1000000 };
    size_t length = text ? strcspn(text, "\n") : 0, line = 0, column = 0;
    char *file = mem_dup_n(text ? text : "", length);
    for (int i = 0; i < 2; i++) {
        char *colon = strrchr(file, ':');
        if (colon) {
            column = line ? line : 0;
            line = strtoul(colon + 1, NULL, 10);
            *colon = '\0';
        }
    }
    if (!line || !column || line > MOST_LINES || column > MOST_LINES) {
        free(file);
        return (struct place){0};
    }
    struct source *source = arena_array(&self->arena, struct source, 1);
    const char *root = self->root && strcmp(self->root, ".") != 0 ? self->root : "";
    struct place place = {.source = source};
    *vec_push(&self->all) = source;
    if (read_source(self, root, file, source)) {
        struct str whole = source_line(source, (uint32_t)line);
        size_t right = column - 1 < whole.len ? column - 1 : whole.len;
        place.start = source_line_start(source, (uint32_t)line) + (uint32_t)right;
        place.end = place.start;
    } else {
        struct buf blank = {0};
        for (size_t i = 1; i < line; i++)
            buf_char(&blank, '\n');
        for (size_t i = 1; i < column; i++)
            buf_char(&blank, ' ');
        place.start = place.end = (uint32_t)blank.len;
        buf_text(&blank, told);
        source->path = arena_str(&self->arena, str_of(file));
        source->text = arena_str(&self->arena, buf_view(&blank));
        buf_free(&blank);
    }
    free(file);
    return place;
}

static void sources_free(struct sources *self)
{
    vec_each (source, &self->all) {
        source_free(*source);
    }
    vec_free(&self->all);
    arena_free(&self->arena);
}

/* ---- the story ---- */

static void add_event(struct buf *out, const struct web_event *event)
{
    buf_printf(out, "%s %s", web_event_type_name(event->type),
               event->label      ? event->label
               : event->selector ? event->selector
                                 : event->id);
    if (event->value)
        buf_printf(out, " '%s'", event->value);
}

static void add_pair(struct buf *out, const struct web_result *result, const struct web_test *test)
{
    add_event(out, &result->events[test->first]);
    buf_text(out, ", then ");
    if (test->first == test->second)
        buf_text(out, "the same again");
    else
        add_event(out, &result->events[test->second]);
}

static const char *take(struct arena *arena, struct buf *text)
{
    const char *kept = arena_str(arena, buf_view(text)).at;
    buf_free(text);
    return kept;
}

static const char *message_of(struct arena *arena, const struct web_result *result,
                              const struct web_test *test, size_t races)
{
    struct buf out = {0};
    const char *request = test->late.request ? test->late.request : "a request";
    if (test->cause == WEB_DOUBLE_SUBMIT)
        buf_printf(&out, "%s is sent again while it is under way: ", request);
    else
        buf_printf(&out, "a late answer to %s leaves the page wrong: ", request);
    add_pair(&out, result, test);
    if (test->late.wrote)
        buf_printf(&out, " (it writes %s)", test->late.wrote);
    if (races > 1)
        buf_printf(&out, "; so do %zu more pairs", races - 1);
    return take(arena, &out);
}

static struct str step_text(struct arena *arena, const struct web_result *result,
                            const struct web_test *test, const struct web_step *step)
{
    struct buf out = {0};
    switch (step->kind) {
    case WEB_STEP_TRIGGER:
        buf_text(&out, "the user: ");
        add_event(&out, &result->events[step->lane == 1 ? test->first : test->second]);
        break;
    case WEB_STEP_REQUEST:
        buf_printf(&out, "%s is sent", step->text);
        break;
    case WEB_STEP_RELEASED:
        buf_printf(&out, "the answer to %s comes late", step->text);
        break;
    case WEB_STEP_HANDLER:
        if (step->write_count)
            buf_printf(&out, "writes %s", step->writes[0].what);
        break;
    case WEB_STEP_ERROR:
        buf_printf(&out, "throws %s", step->text);
        break;
    case WEB_STEP_HELD:
    case WEB_STEP_ANSWER:
    case WEB_STEP_ABORTED:
    case WEB_STEP_PICTURE:
        break;
    }
    return str_of(take(arena, &out));
}

static void add_flow(struct sources *sources, const struct web_result *result,
                     const struct web_test *test, struct finding *finding)
{
    const struct web_run *run = &test->adverse;
    struct flow_step *flow = arena_array(&sources->arena, struct flow_step, run->step_count + 1);
    for (size_t i = 0; i < run->step_count; i++) {
        const struct web_step *step = &run->steps[i];
        struct str text = step_text(&sources->arena, result, test, step);
        const char *at = step->kind == WEB_STEP_REQUEST ? step->asked_by : step->handler;
        if (text.len)
            flow[finding->flow_count++] = (struct flow_step){place_of(sources, at, ""), text};
    }
    finding->flow = flow;
}

static void fill(const struct web_result *result, struct sources *sources,
                 struct findings *findings)
{
    for (size_t number = 1; number <= result->causes; number++) {
        const struct web_test *first = NULL;
        size_t races = 0;
        for (size_t i = 0; i < result->test_count; i++) {
            const struct web_test *test = &result->tests[i];
            if (test->verdict != WEB_RACE || test->cause_number != number)
                continue;
            first = first ? first : test;
            races++;
        }
        if (!first)
            continue;
        if (first->known) {
            findings->known++;
            continue;
        }
        const char *request = first->late.request ? first->late.request : "";
        struct finding *finding = vec_push(&findings->list);
        *finding = (struct finding){
            .rule = rules[first->cause],
            .place = place_of(sources, first->late.at, request),
            .message = str_of(message_of(&sources->arena, result, first, races)),
            .repair = first->cause == WEB_DOUBLE_SUBMIT
                          ? STR("disable the control, or remember that the request is under way")
                          : STR("drop an answer that is no longer wanted (count the requests, or "
                                "abort the one before)"),
        };
        add_flow(sources, result, first, finding);
    }
    for (size_t i = 0; i < result->warning_count; i++)
        *vec_push(&findings->problems) = (struct problem){.message = str_of(result->warnings[i])};
    findings_finish(findings);
}

void findings_write(report_writer *write, const struct web_result *result, const char *root,
                    struct buf *out)
{
    struct sources sources = {.root = root};
    struct findings findings = {0};
    struct report_facts facts = {.rules = rules,
                                 .rule_count = COUNT_OF(rules),
                                 .elapsed_ms = result->phase1_ms + result->phase2_ms,
                                 .interrupted = result->interrupted || result->untested};
    fill(result, &sources, &findings);
    write(&findings, &facts, out);
    findings_free(&findings);
    sources_free(&sources);
}

/* ---- pairs as tests ---- */

static const enum junit_result results[] = {
    [WEB_SAME] = JUNIT_PASSED,      [WEB_RACE] = JUNIT_FAILED,  [WEB_INFEASIBLE] = JUNIT_SKIPPED,
    [WEB_UNSTABLE] = JUNIT_SKIPPED, [WEB_BROKEN] = JUNIT_ERROR,
};

static const char *details(struct arena *arena, const struct web_test *test)
{
    struct buf out = {0};
    if (test->late.at)
        buf_printf(&out, "asked for at %s\n", test->late.at);
    for (size_t i = 0; i < test->difference.line_count; i++) {
        const struct web_line *line = &test->difference.lines[i];
        if (line->kind != WEB_LINE_BOTH)
            buf_printf(&out, "%s: %s\n", line->kind == WEB_LINE_ADVERSE ? "late" : "in order",
                       line->text);
    }
    for (size_t i = 0; i < test->error_count; i++)
        buf_printf(&out, "uncaught: %s\n", test->errors[i]);
    return take(arena, &out);
}

void findings_junit(const struct web_result *result, struct buf *out)
{
    struct arena arena = {0};
    /* one more: that something was asked for and nothing was tested is an error of its own */
    struct junit_case *cases = arena_array(&arena, struct junit_case, result->test_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < result->test_count; i++) {
        const struct web_test *test = &result->tests[i];
        bool race = test->verdict == WEB_RACE;
        struct buf name = {0};
        add_pair(&name, result, test);
        cases[count++] = (struct junit_case){
            .name = take(&arena, &name),
            .result = test->known ? JUNIT_SKIPPED : results[test->verdict],
            .kind = web_cause_name(test->cause),
            .message = test->known ? "its cause stands in the baseline"
                       : race      ? message_of(&arena, result, test, 1)
                                   : test->why,
            .text = race ? details(&arena, test) : NULL,
            .seconds = test->ms / 1000,
        };
    }
    if (result->untested)
        cases[count++] = (struct junit_case){
            .name = "all that was asked for", .result = JUNIT_ERROR, .message = result->untested};
    report_junit("interloper web", cases, count, out);
    arena_free(&arena);
}
