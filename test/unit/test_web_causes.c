/* web/causes: which races are one thing to repair, and which line tells it from others. */
#include "test.h"

#include "web/causes.h"

enum { MOST = 9 };

/* A race of two events in which `request`, asked for by those places, was late. */
struct race {
    size_t first, second;
    const char *request, *by, *writer;
};

static void name_all(const struct race *races, size_t count, struct web_test *tests,
                     struct web_step (*steps)[2], struct web_write *writes,
                     struct web_result *result)
{
    *result = (struct web_result){.tests = tests, .test_count = count};
    for (size_t i = 0; i < count; i++) {
        writes[i] = (struct web_write){
            .what = "ul: children", .handler = races[i].writer, .box = {0, 0, 10, 10}};
        steps[i][0] = (struct web_step){.kind = WEB_STEP_RELEASED, .lane = 1};
        steps[i][1] = (struct web_step){.kind = WEB_STEP_HANDLER,
                                        .lane = 1,
                                        .asked = races[i].request,
                                        .asked_by = races[i].by,
                                        .writes = &writes[i],
                                        .write_count = 1};
        tests[i] = (struct web_test){
            .first = races[i].first,
            .second = races[i].second,
            .verdict = WEB_RACE,
            .adverse = {.steps = steps[i], .step_count = 2},
            .difference = {.picture = true, .box = {0, 0, 10, 10}},
        };
    }
    causes_name_all(result);
}

static void free_all(struct web_result *result)
{
    for (size_t i = 0; i < result->test_count; i++)
        arena_free(&result->tests[i].arena);
    arena_free(&result->arena);
}

static void one_request_and_line_are_one_cause(void **state)
{
    (void)state;
    static const struct race races[] = {
        {0, 1, "GET /items?q=car", "a.js:1:1", NULL},
        {1, 0, "GET /items?q=card", "a.js:1:1", NULL},
        {0, 2, "GET /items?q=car", "b.js:1:1", NULL},
    };
    struct web_test tests[MOST];
    struct web_step steps[MOST][2];
    struct web_write writes[MOST];
    struct web_result result;
    name_all(races, 3, tests, steps, writes, &result);
    assert_int_equal(result.causes, 2);
    assert_int_equal(tests[1].cause_number, 1);
    assert_int_equal(tests[2].cause_number, 2);
    assert_string_equal(tests[0].late.request, "GET /items?q=*");
    free_all(&result);
}

/* Tabs that load a page each. The third is not the mirror of another, but the request is the same.
 */
static void tabs_of_one_line_are_one_cause(void **state)
{
    (void)state;
    static const struct race races[] = {
        {0, 1, "GET /help/pay", "a.js:1:1", NULL},
        {0, 2, "GET /help/pay", "a.js:1:1", NULL},
        {1, 0, "GET /help/send", "a.js:1:1", NULL},
        {3, 4, "GET /help/staff", "a.js:1:1", NULL},
        {4, 3, "GET /board/staff/all", "a.js:1:1", NULL},
        {5, 6, "GET /news/x", "api.js:1:1\na.js:8:8", "a.js:8:9"},
        {6, 5, "GET /news/y", "api.js:1:1\na.js:9:8", "a.js:9:9"},
        {7, 8, "GET /page/x", "b.js:1:1\na.js:8:8", "b.js:2:2"},
        {8, 7, "GET /page/y", "b.js:1:1\na.js:9:8", "b.js:2:2"},
    };
    struct web_test tests[MOST];
    struct web_step steps[MOST][2];
    struct web_write writes[MOST];
    struct web_result result;
    name_all(races, 9, tests, steps, writes, &result);
    assert_int_equal(result.causes, 6);
    assert_int_equal(tests[2].cause_number, 1);
    assert_int_equal(tests[3].cause_number, 2);
    assert_int_equal(tests[4].cause_number, 3);
    assert_int_equal(tests[5].cause_number, 4); /* shown by handlers of their own: two */
    assert_int_equal(tests[6].cause_number, 5);
    assert_int_equal(tests[7].cause_number, 6); /* by one: one */
    assert_int_equal(tests[8].cause_number, 6);
    for (int i = 0; i < 3; i++)
        assert_string_equal(tests[i].late.request, "GET /help/*");
    assert_string_equal(tests[3].late.request, "GET /help/staff");
    free_all(&result);
}

static void the_line_that_all_share_says_nothing(void **state)
{
    (void)state;
    static const struct race races[] = {
        {0, 1, "GET /users", "api.js:3:5\nusers.js:7:1\nmain.js:1:1", NULL},
        {2, 3, "GET /orders", "api.js:3:5\norders.js:9:1\nmain.js:1:1", NULL},
        {4, 5, "GET /roles", "api.js:3:5", NULL},
    };
    struct web_test tests[MOST];
    struct web_step steps[MOST][2];
    struct web_write writes[MOST];
    struct web_result result;
    name_all(races, 3, tests, steps, writes, &result);
    assert_int_equal(result.causes, 3);
    assert_string_equal(tests[0].late.at, "users.js:7:1");
    assert_string_equal(tests[1].late.at, "orders.js:9:1");
    assert_string_equal(tests[2].late.at, "api.js:3:5");
    free_all(&result);
}

/* A page of two widgets that ask through one function: the one that drops old answers does not
 * race, so the function is not what is to be repaired. */
static void what_others_ask_by_without_a_race_says_nothing(void **state)
{
    (void)state;
    static const struct race races[] = {
        {0, 1, "GET /tab/ada?own=1", "api.js:3:5\ntabs.js:7:1", NULL},
        {1, 0, "GET /tab/bob?own=1", "api.js:3:5\ntabs.js:7:1", NULL},
        {2, 2, "GET /tab/cyd", "api.js:3:5\nguarded.js:9:1", NULL},
    };
    struct web_test tests[MOST];
    struct web_step steps[MOST][2], asked;
    struct web_write writes[MOST];
    struct web_result result;
    asked = (struct web_step){.kind = WEB_STEP_REQUEST, .lane = 1, .asked_by = races[2].by};
    name_all(races, 2, tests, steps, writes, &result);
    assert_int_equal(result.causes, 1); /* the path differs, what is asked for behind it does not */
    assert_string_equal(tests[0].late.request, "GET /tab/*?own=*");
    assert_string_equal(tests[0].late.at, "api.js:3:5"); /* nobody else asks: that is the line */
    tests[2] = (struct web_test){
        .first = 2, .second = 2, .synchronous = {.steps = &asked, .step_count = 1}};
    tests[0].cause_number = tests[1].cause_number = 0;
    result.test_count = 3;
    result.causes = 0;
    causes_name_all(&result);
    assert_string_equal(tests[0].late.at, "tabs.js:7:1");
    asked.lane = 2; /* its second event, which is one of those that race */
    tests[2].second = 0;
    tests[0].cause_number = tests[1].cause_number = 0;
    result.causes = 0;
    causes_name_all(&result);
    assert_string_equal(tests[0].late.at, "api.js:3:5");
    free_all(&result);
}

static void patterns_match_what_they_stand_for(void **state)
{
    (void)state;
    assert_true(causes_match("GET /help/*", "GET /help/send"));
    assert_true(causes_match("GET /help/*", "GET /help/*"));
    assert_true(causes_match("GET /help/pay", "GET /help/pay"));
    assert_false(causes_match("GET /help/pay", "GET /help/*"));
    assert_false(causes_match("GET /help/*", "GET /help/send/all"));
    assert_false(causes_match("GET /help/*", "POST /help/send"));
    assert_false(causes_match(NULL, "GET /help/send"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_request_and_line_are_one_cause),
        cmocka_unit_test(tabs_of_one_line_are_one_cause),
        cmocka_unit_test(the_line_that_all_share_says_nothing),
        cmocka_unit_test(what_others_ask_by_without_a_race_says_nothing),
        cmocka_unit_test(patterns_match_what_they_stand_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
