/* The report is built from strings of a stranger's page: whatever they hold, the document stays
 * valid and nothing of them becomes markup. */
#include "test.h"

#include "base/file.h"
#include "web/web.h"

#include <jansson.h>
#include <unistd.h>

#define NASTY "</script><script>alert(1)</script> \" \\ \x01 \xff é @STYLE@"

static struct web_write writes[] = {{.handler = "a.js:1:2", .what = NASTY, .box = {1, 2, 3, 4}}};
static struct web_step steps[] = {
    {.kind = WEB_STEP_TRIGGER, .lane = 1, .text = NASTY},
    {.kind = WEB_STEP_HELD, .lane = 1, .request = 1},
    {.kind = WEB_STEP_HANDLER, .lane = 2, .writes = writes, .write_count = 1},
};
static struct web_event events[] = {
    {.id = "e1", .type = WEB_CLICK, .selector = "#a", .label = NASTY, .thumbnail = "one.png"},
    {.id = "e2", .type = WEB_INPUT, .selector = "#b", .value = NASTY, .thumbnail = "missing.png"},
};
static struct web_node nodes[] = {
    {.id = "e1", .kind = WEB_KIND_USER, .label = "click"},
    {.id = "e1.1", .kind = WEB_KIND_XHR, .url = NASTY, .writes = writes, .write_count = 1},
};
static struct web_edge edges[] = {{.from = 0, .to = 1}};
static struct web_graph graphs[] = {
    {.event = 0, .nodes = nodes, .node_count = 2, .edges = edges, .edge_count = 1, .ajax = 1},
    {.event = 1},
};
static struct web_line lines[] = {{WEB_LINE_ADVERSE, NASTY}};
static const char *test_errors[] = {NASTY};
static struct web_test tests[] = {
    {.first = 0,
     .second = 1,
     .verdict = WEB_RACE,
     .difference = {.text = true, .lines = lines, .line_count = 1},
     .synchronous = {.steps = steps, .step_count = 3, .picture = "one.png"},
     .adverse = {.steps = steps, .step_count = 3, .picture = "two.png"},
     .errors = test_errors,
     .error_count = 1},
    {.first = 1, .second = 1, .verdict = WEB_INFEASIBLE, .why = NASTY},
};

static void put(const char *folder, const char *name, struct str content)
{
    struct error error;
    char *path = mem_printf("%s/%s", folder, name);
    assert_true(file_write(path, content, &error));
    free(path);
}

static json_t *result_of(const char *page)
{
    static const char before[] = "id=\"result\">";
    const char *start = strstr(page, before);
    assert_non_null(start);
    start += sizeof before - 1;
    const char *end = strstr(start, "</script>");
    assert_non_null(end);
    json_error_t error;
    json_t *result = json_loadb(start, (size_t)(end - start), 0, &error);
    if (!result)
        fail_msg("%s at byte %d", error.text, error.position);
    return result;
}

static void check_page(const char *page)
{
    json_t *result = result_of(page);
    /* one.png and two.png hold the same bytes; missing.png cannot be read */
    assert_int_equal(json_array_size(json_object_get(result, "pictures")), 1);
    json_t *second = json_array_get(json_object_get(result, "events"), 1);
    assert_true(json_is_null(json_object_get(second, "thumbnail")));
    json_t *first = json_array_get(json_object_get(result, "tests"), 0);
    json_t *adverse = json_object_get(json_object_get(first, "adverse"), "picture");
    assert_int_equal(json_integer_value(adverse), 0);
    const char *uri = json_string_value(json_array_get(json_object_get(result, "pictures"), 0));
    assert_string_equal(uri, "data:image/png;base64,iVBORwA=");
    json_decref(result);
    assert_null(strstr(page, "<script>alert"));
}

static void strange_strings_stay_data(void **state)
{
    (void)state;
    char folder[] = "/tmp/interloper-report.XXXXXX";
    assert_non_null(mkdtemp(folder));
    put(folder, "one.png", STR("\x89PNG\0"));
    put(folder, "two.png", STR("\x89PNG\0"));
    const char *warnings[] = {NASTY};
    struct web_result result = {.url = "http://127.0.0.1:1/" NASTY,
                                .folder = folder,
                                .events = events,
                                .event_count = 2,
                                .graphs = graphs,
                                .tests = tests,
                                .test_count = 2,
                                .warnings = warnings,
                                .warning_count = 1};
    struct error error;
    assert_true(web_report_write(&result, &error));
    struct buf page = {0};
    char *path = mem_printf("%s/index.html", folder);
    assert_true(file_read(path, 64 << 20, &page, &error));
    check_page(page.at);
    buf_free(&page);
    free(path);
    remove_tree(folder);
}

/* Pictures beyond what one file can hold stay beside it; a race of each cause comes first. */
static void the_page_does_not_grow_beyond_bounds(void **state)
{
    (void)state;
    enum { COUNT = 4, SIZE = 3 << 20 };
    char folder[] = "/tmp/interloper-report.XXXXXX", names[COUNT][16];
    assert_non_null(mkdtemp(folder));
    char *bytes = mem_zalloc(SIZE);
    struct web_test many[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        bytes[0] = (char)('a' + i);
        snprintf(names[i], sizeof names[i], "%zu.png", i);
        put(folder, names[i], (struct str){bytes, SIZE});
        many[i] = (struct web_test){.first = 0, .second = 1, .verdict = WEB_RACE};
        many[i].cause_number = i == COUNT - 1 ? 2 : 1;
        many[i].adverse.picture = names[i];
    }
    struct web_result result = {.folder = folder,
                                .events = events,
                                .event_count = 2,
                                .graphs = graphs,
                                .tests = many,
                                .test_count = COUNT};
    struct error error;
    assert_true(web_report_write(&result, &error));
    struct buf page = {0};
    char *path = mem_printf("%s/index.html", folder);
    assert_true(file_read(path, 64 << 20, &page, &error));
    assert_true(page.len < 12 << 20);
    json_t *written = result_of(page.at), *pictures = json_object_get(written, "pictures");
    assert_int_equal(json_integer_value(json_object_get(written, "outside")), 2);
    assert_string_equal(json_string_value(json_array_get(pictures, 2)), "1.png");
    assert_string_equal(json_string_value(json_array_get(pictures, 3)), "2.png");
    json_decref(written);
    buf_free(&page);
    free(path);
    free(bytes);
    remove_tree(folder);
}

static void an_empty_result_is_a_page_too(void **state)
{
    (void)state;
    char folder[] = "/tmp/interloper-report.XXXXXX";
    assert_non_null(mkdtemp(folder));
    struct web_result result = {.folder = folder};
    struct error error;
    assert_true(web_report_write(&result, &error));
    remove_tree(folder);
}

static void a_folder_that_is_not_there_is_said(void **state)
{
    (void)state;
    struct web_result result = {.folder = "/tmp/interloper-no-such-folder"};
    struct error error;
    assert_false(web_report_write(&result, &error));
    assert_non_null(strstr(error.message, "interloper-no-such-folder"));
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(strange_strings_stay_data),
        cmocka_unit_test(the_page_does_not_grow_beyond_bounds),
        cmocka_unit_test(an_empty_result_is_a_page_too),
        cmocka_unit_test(a_folder_that_is_not_there_is_said),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
