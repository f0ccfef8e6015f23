/* The report of `interloper web`: one HTML page that works from disk.
 *
 * The page (page/, embedded by CMake) draws itself from one JSON document, which is what this file
 * writes. Pictures become data: URIs, each content once however many tests show it: equal runs give
 * equal bytes, so most tests that end the same share theirs. */
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "web/web.h"

extern const struct str web_page_html, web_page_css, web_page_js;

/* ---- pictures ---- */

enum { MOST_OF_A_PICTURE = 64 << 20, MOST_OF_ALL_PICTURES = 8 << 20 };

struct pictures {
    const char *folder;
    struct arena arena;
    struct map by_path;    /* → index + 1 into by_content, 0 where the file cannot be read */
    struct map by_content; /* bytes of the file, or its path once there is too much to embed */
    size_t embedded;
};

static uint64_t add_content(struct pictures *self, struct str path)
{
    char *full = mem_printf("%s/" STR_FMT, self->folder, STR_ARG(path));
    struct buf bytes = {0};
    struct error ignored;
    bool ok = file_read(full, MOST_OF_A_PICTURE, &bytes, &ignored);
    free(full);
    if (!ok) {
        buf_free(&bytes);
        return 0;
    }
    bool known;
    struct map_entry *entry = map_find(&self->by_content, buf_view(&bytes));
    if (!entry) {
        bool embeds = self->embedded + bytes.len <= MOST_OF_ALL_PICTURES;
        self->embedded += embeds ? bytes.len : 0;
        struct str kept = arena_str(&self->arena, embeds ? buf_view(&bytes) : path);
        entry = map_add(&self->by_content, kept, &known);
        entry->number = embeds;
    }
    buf_free(&bytes);
    return (uint64_t)(entry - self->by_content.at) + 1;
}

static void add_picture(struct json *json, struct pictures *self, const char *key, const char *path)
{
    uint64_t number = 0;
    if (path) {
        bool known;
        struct map_entry *entry = map_add(&self->by_path, str_of(path), &known);
        if (!known)
            entry->number = add_content(self, str_of(path));
        number = entry->number;
    }
    if (number)
        json_integer(json, key, (int64_t)number - 1);
    else
        json_null(json, key);
}

static void add_base64(struct buf *out, struct str bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *at = (const unsigned char *)bytes.at;
    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t have = bytes.len - i < 3 ? bytes.len - i : 3;
        uint32_t group = (uint32_t)at[i] << 16;
        group |= have > 1 ? (uint32_t)at[i + 1] << 8 : 0;
        group |= have > 2 ? (uint32_t)at[i + 2] : 0;
        char four[4] = {digits[group >> 18], digits[group >> 12 & 63],
                        have > 1 ? digits[group >> 6 & 63] : '=',
                        have > 2 ? digits[group & 63] : '='};
        buf_add(out, four, sizeof four);
    }
}

static void write_pictures(struct json *json, const struct pictures *self)
{
    struct buf uri = {0};
    json_array(json, "pictures");
    for (size_t i = 0; i < self->by_content.len; i++) {
        const struct map_entry *entry = &self->by_content.at[i];
        buf_clear(&uri);
        if (entry->number) {
            buf_text(&uri, "data:image/png;base64,");
            add_base64(&uri, entry->key);
        } else {
            buf_str(&uri, entry->key);
        }
        json_own(json, NULL, buf_view(&uri)); /* base64 looks like anything */
    }
    json_end_array(json);
    buf_free(&uri);
}

static void pictures_free(struct pictures *self)
{
    map_free(&self->by_path);
    map_free(&self->by_content);
    arena_free(&self->arena);
}

/* ---- the result as JSON, in the words of the document that --format json prints (summary.c) ----
 */

static void write_box(struct json *json, const char *key, const struct web_box *box)
{
    json_array(json, key);
    json_number(json, NULL, box->x, 1);
    json_number(json, NULL, box->y, 1);
    json_number(json, NULL, box->width, 1);
    json_number(json, NULL, box->height, 1);
    json_end_array(json);
}

static void write_texts(struct json *json, const char *key, const char *const *texts, size_t count)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++)
        json_text(json, NULL, texts[i]);
    json_end_array(json);
}

static void write_writes(struct json *json, const struct web_write *writes, size_t count)
{
    json_array(json, "writes");
    for (size_t i = 0; i < count; i++) {
        json_object(json, NULL);
        json_text(json, "handler", writes[i].handler);
        json_text(json, "what", writes[i].what ? writes[i].what : "");
        write_box(json, "box", &writes[i].box);
        json_boolean(json, "storage", writes[i].storage);
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_event(struct json *json, struct pictures *pictures, const struct web_event *event)
{
    json_object(json, NULL);
    json_text(json, "id", event->id);
    json_text(json, "type", web_event_type_name(event->type));
    json_text(json, "selector", event->selector);
    json_text(json, "value", event->value);
    json_text(json, "label", event->label);
    json_text(json, "handler", event->handler);
    json_text(json, "trouble", event->trouble);
    add_picture(json, pictures, "thumbnail", event->thumbnail);
    add_picture(json, pictures, "after", event->after);
    json_array(json, "events");
    for (size_t i = 0; i < event->part_count; i++)
        write_event(json, pictures, &event->parts[i]);
    json_end_array(json);
    json_end_object(json);
}

static void write_node(struct json *json, const struct web_node *node)
{
    json_object(json, NULL);
    json_text(json, "id", node->id);
    json_text(json, "kind", web_kind_name(node->kind));
    json_boolean(json, "answer", web_kind_is_answer(node->kind));
    json_text(json, "label", node->label);
    json_text(json, "url", node->url);
    json_text(json, "created", node->created);
    json_text(json, "error", node->error);
    write_writes(json, node->writes, node->write_count);
    json_end_object(json);
}

static void write_graph(struct json *json, const struct web_graph *graph)
{
    json_object(json, NULL);
    json_integer(json, "ajax", (int64_t)graph->ajax);
    json_integer(json, "mutations", (int64_t)graph->mutations);
    json_array(json, "nodes");
    for (size_t i = 0; i < graph->node_count; i++)
        write_node(json, &graph->nodes[i]);
    json_end_array(json);
    json_array(json, "edges");
    for (size_t i = 0; i < graph->edge_count; i++) {
        json_object(json, NULL);
        json_integer(json, "from", (int64_t)graph->edges[i].from);
        json_integer(json, "to", (int64_t)graph->edges[i].to);
        json_boolean(json, "join", graph->edges[i].join);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
}

static void write_step(struct json *json, const struct web_step *step)
{
    json_object(json, NULL);
    json_text(json, "kind", web_step_name(step->kind));
    json_integer(json, "lane", step->lane);
    json_number(json, "at", step->at_ms, 1);
    json_integer(json, "request", step->request);
    json_text(json, "text", step->text ? step->text : "");
    json_text(json, "handler", step->handler);
    write_writes(json, step->writes, step->write_count);
    json_end_object(json);
}

static void write_run(struct json *json, struct pictures *pictures, const char *key,
                      const struct web_run *run)
{
    json_object(json, key);
    json_number(json, "ms", run->ms, 1);
    add_picture(json, pictures, "picture", run->picture);
    json_array(json, "steps");
    for (size_t i = 0; i < run->step_count; i++)
        write_step(json, &run->steps[i]);
    json_end_array(json);
    json_end_object(json);
}

static void write_lines(struct json *json, const char *key, const struct web_line *lines,
                        size_t count)
{
    static const char *const kinds[] = {[WEB_LINE_BOTH] = "both",
                                        [WEB_LINE_SYNCHRONOUS] = "synchronous",
                                        [WEB_LINE_ADVERSE] = "adverse"};
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        json_object(json, NULL);
        json_text(json, "kind", kinds[lines[i].kind]);
        json_text(json, "text", lines[i].text ? lines[i].text : "");
        json_end_object(json);
    }
    json_end_array(json);
}

static void write_difference(struct json *json, const struct web_difference *difference)
{
    json_object(json, "differs");
    json_boolean(json, "picture", difference->picture);
    json_boolean(json, "text", difference->text);
    json_boolean(json, "accessibility", difference->accessibility);
    json_boolean(json, "errors", difference->errors);
    json_boolean(json, "storage", difference->storage);
    json_end_object(json);
    json_number(json, "difference", difference->pixels, 6);
    write_box(json, "box", &difference->box);
    write_lines(json, "text", difference->lines, difference->line_count);
    write_lines(json, "accessibility", difference->tree, difference->tree_count);
    write_lines(json, "storage", difference->stored, difference->stored_count);
}

static void write_late(struct json *json, const struct web_test *test)
{
    json_text(json, "cause", web_cause_name(test->cause));
    json_object(json, "late");
    json_text(json, "request", test->late.request);
    json_text(json, "at", test->late.at);
    json_text(json, "wrote", test->late.wrote);
    json_end_object(json);
}

static void write_test(struct json *json, struct pictures *pictures, const struct web_test *test)
{
    json_object(json, NULL);
    json_integer(json, "first", (int64_t)test->first);
    json_integer(json, "second", (int64_t)test->second);
    json_text(json, "result", web_verdict_name(test->verdict));
    json_text(json, "why", test->why);
    if (test->verdict == WEB_RACE)
        write_late(json, test);
    write_difference(json, &test->difference);
    write_run(json, pictures, "synchronous", &test->synchronous);
    write_run(json, pictures, "adverse", &test->adverse);
    add_picture(json, pictures, "diff", test->diff);
    write_texts(json, "errors", test->errors, test->error_count);
    json_end_object(json);
}

static void write_parts(struct json *json, struct pictures *pictures,
                        const struct web_result *result)
{
    json_array(json, "events");
    for (size_t i = 0; i < result->event_count; i++)
        write_event(json, pictures, &result->events[i]);
    json_end_array(json);
    json_array(json, "graphs");
    for (size_t i = 0; result->graphs && i < result->event_count; i++)
        write_graph(json, &result->graphs[i]);
    json_end_array(json);
    json_array(json, "tests");
    for (size_t i = 0; i < result->test_count; i++)
        write_test(json, pictures, &result->tests[i]);
    json_end_array(json);
    write_pictures(json, pictures);
}

/* What is seen first is in the page itself: a race of each cause, then the other races. The rest
 * may have to stay beside it. */
static void choose_pictures(struct pictures *self, const struct web_result *result)
{
    struct buf ignored = {0};
    struct json json = json_to(&ignored);
    json_array(&json, NULL);
    for (int others = 0; others < 2; others++) {
        size_t last = 0; /* causes are numbered in order of their first race */
        for (size_t i = 0; i < result->test_count; i++) {
            const struct web_test *test = &result->tests[i];
            bool first = test->cause_number > last;
            last = first ? test->cause_number : last;
            if (test->verdict != WEB_RACE || first == (others == 1))
                continue;
            add_picture(&json, self, NULL, test->synchronous.picture);
            add_picture(&json, self, NULL, test->adverse.picture);
            add_picture(&json, self, NULL, test->diff);
        }
    }
    json_end_array(&json);
    buf_free(&ignored);
}

static size_t pictures_outside(const struct pictures *self)
{
    size_t count = 0;
    for (size_t i = 0; i < self->by_content.len; i++)
        count += !self->by_content.at[i].number;
    return count;
}

static void write_result(struct buf *out, const struct web_result *result)
{
    struct json json = json_to(out);
    struct pictures pictures = {.folder = result->folder};
    choose_pictures(&pictures, result);
    json_object(&json, NULL);
    json_text(&json, "version", INTERLOPER_VERSION);
    json_text(&json, "url", result->url);
    json_text(&json, "title", result->title);
    json_text(&json, "browser", result->browser);
    json_number(&json, "phase1_ms", result->phase1_ms, 1);
    json_number(&json, "phase2_ms", result->phase2_ms, 1);
    json_boolean(&json, "interrupted", result->interrupted);
    json_array(&json, "viewport");
    json_integer(&json, NULL, result->viewport_width);
    json_integer(&json, NULL, result->viewport_height);
    json_end_array(&json);
    write_texts(&json, "warnings", result->warnings, result->warning_count);
    write_parts(&json, &pictures, result);
    json_integer(&json, "outside", (int64_t)pictures_outside(&pictures));
    json_end_object(&json);
    pictures_free(&pictures);
}

/* ---- the page ---- */

/* Copies the template, and at each @NAME@ what that name stands for. */
static void write_page(struct buf *out, const struct web_result *result)
{
    struct str rest = web_page_html;
    for (bool in_name = false; rest.len; in_name = !in_name) {
        struct str part = str_cut(&rest, '@');
        if (!in_name)
            buf_str(out, part);
        else if (str_is(part, "STYLE"))
            buf_str(out, web_page_css);
        else if (str_is(part, "SCRIPT"))
            buf_str(out, web_page_js);
        else if (str_is(part, "RESULT"))
            write_result(out, result);
        else
            BUG("the page's template names an unknown part '" STR_FMT "'", STR_ARG(part));
    }
}

bool web_report_write(const struct web_result *self, struct error *error)
{
    struct buf page = {0};
    write_page(&page, self);
    char *path = mem_printf("%s/index.html", self->folder);
    bool ok = file_write(path, buf_view(&page), error);
    free(path);
    buf_free(&page);
    return ok;
}
