/* web/summary: what the terminal is told. */
#include "test.h"

#include "web/summary.h"

static const struct summary_colours plain = {"", "", "", "", "", ""};

static char *told(struct web_test *tests, size_t count)
{
    static struct web_event events[] = {{.id = "e1", .label = "button \"A\""},
                                        {.id = "e2", .label = "button \"B\""},
                                        {.id = "e3", .label = "button \"C\"", .trouble = "hidden"}};
    struct web_result result = {.url = "http://a.example/",
                                .events = events,
                                .event_count = COUNT_OF(events),
                                .tests = tests,
                                .test_count = count};
    for (size_t i = 0; i < count; i++)
        result.races += tests[i].verdict == WEB_RACE && !tests[i].known;
    result.causes = result.races ? 1 : 0;
    struct buf out = {0};
    summary_text(&result, &plain, &out);
    return buf_take(&out);
}

static size_t count_of(const char *text, const char *words)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, words)); at++)
        count++;
    return count;
}

static void infeasible_pairs_are_folded_by_their_reason(void **state)
{
    (void)state;
    struct web_test tests[] = {
        {.first = 0, .second = 0, .verdict = WEB_INFEASIBLE, .why = "e1: disabled"},
        {.first = 1, .second = 0, .verdict = WEB_INFEASIBLE, .why = "e1: disabled"},
        {.first = 2, .second = 0, .verdict = WEB_INFEASIBLE, .why = "e1: disabled"},
        {.first = 0, .second = 1, .verdict = WEB_INFEASIBLE, .why = "e2: hidden"},
        {.first = 1, .second = 1, .verdict = WEB_UNSTABLE, .why = "e1: disabled"},
    };
    char *text = told(tests, COUNT_OF(tests));
    assert_int_equal(count_of(text, "  infeasible  "), 2);
    assert_int_equal(count_of(text, "  infeasible  3 pairs, such as "), 1);
    assert_int_equal(count_of(text, "  unstable  "), 1);
    assert_int_equal(count_of(text, "4 infeasible"), 1);
    assert_int_equal(count_of(text, "1 event could not be tested with others"), 1);
    free(text);
}

static void a_cause_is_told_once(void **state)
{
    (void)state;
    struct web_test tests[] = {
        {.first = 0,
         .second = 1,
         .verdict = WEB_RACE,
         .cause_number = 1,
         .late = {.request = "GET /x", .at = "a.js:7:1"}},
        {.first = 1,
         .second = 0,
         .verdict = WEB_RACE,
         .cause_number = 1,
         .late = {.request = "GET /x", .at = "a.js:7:1"}},
        {.first = 1,
         .second = 1,
         .verdict = WEB_RACE,
         .cause_number = 2,
         .known = true,
         .late = {.request = "GET /y", .at = "a.js:9:1"}},
    };
    char *text = told(tests, COUNT_OF(tests));
    assert_int_equal(count_of(text, "a.js:7:1"), 1);
    assert_int_equal(count_of(text, "(cause 1)"), 1);
    assert_int_equal(count_of(text, "a.js:9:1"), 0); /* it stands in the baseline */
    assert_int_equal(count_of(text, "3 pairs tested: 2 races of 1 cause"), 1);
    free(text);
}

static void a_pair_that_broke_is_never_passed_over(void **state)
{
    (void)state;
    struct web_test tests[] = {
        {.first = 0, .second = 1, .verdict = WEB_SAME},
        {.first = 1, .second = 0, .verdict = WEB_BROKEN, .why = "the browser ended"},
    };
    char *text = told(tests, COUNT_OF(tests));
    assert_int_equal(
        count_of(text, "1 pair could not be tested to the end: nothing is known of it"), 1);
    assert_int_equal(count_of(text, "the browser ended"), 1);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(infeasible_pairs_are_folded_by_their_reason),
        cmocka_unit_test(a_cause_is_told_once),
        cmocka_unit_test(a_pair_that_broke_is_never_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
