/* failures: what test runners print, recorded (test/explain/outputs/NAME.out), gives the failing
 * tests that stand in NAME.wanted. UPDATE=1 writes those anew, to be read by a person. */
#include "test.h"

#include "base/file.h"
#include "failures/failures.h"

#include <glob.h>

static void add_failure(struct buf *out, const struct test_failure *failure)
{
    buf_printf(out, "test     " STR_FMT "%s\n", STR_ARG(failure->test),
               failure->time_limit ? "   (time limit)" : "");
    for (struct str rest = failure->message; rest.len;) {
        struct str line = str_cut(&rest, '\n');
        buf_printf(out, "message  " STR_FMT "\n", STR_ARG(line));
    }
    buf_printf(out, "at       " STR_FMT "\n", STR_ARG(failure->at));
}

static void check_file(const char *path)
{
    struct buf output = {0}, wanted = {0}, got = {0};
    struct failures failures;
    struct error error;
    char *expected = mem_printf("%.*s.wanted", (int)strlen(path) - 4, path);
    assert_true(file_read(path, 1 << 20, &output, &error));
    failures_read(&failures, "/srv/proj", buf_view(&output));
    buf_printf(&got, "runner   %s\n", failures.runner ? failures.runner : "none");
    vec_each (failure, &failures.list)
        add_failure(&got, failure);
    if (getenv("UPDATE"))
        assert_true(file_write(expected, buf_view(&got), &error));
    if (!file_read(expected, 1 << 20, &wanted, &error) ||
        !str_equal(buf_view(&wanted), buf_view(&got)))
        fail_msg("%s gives:\n%s", path, got.at);
    failures_free(&failures);
    buf_free(&output);
    buf_free(&wanted);
    buf_free(&got);
    free(expected);
}

static void recorded_outputs_give_their_tests(void **state)
{
    (void)state;
    glob_t found = {0};
    assert_int_equal(glob(FUZZ_CORPUS "/../../explain/outputs/*.out", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 20);
    for (size_t i = 0; i < found.gl_pathc; i++)
        check_file(found.gl_pathv[i]);
    globfree(&found);
}

static void places_are_cut_out_of_frames(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"    at f (/srv/a.js:3:22)", "/srv/a.js:3:22"},
        {"    at async file:///srv/a.mjs:3:22", "/srv/a.mjs:3:22"},
        {" ❯ test/v.test.mjs:6:30", "test/v.test.mjs:6:30"},
        {"at: 'ExecutionContext.is (file:///srv/a.js:309:16)'", "/srv/a.js:309:16"},
        {"    at listOnTimeout (node:internal/timers:581:17)", "node:internal/timers:581:17"},
        {"it took 3:22", ""},
        {"12:34", ""},
        {"", ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct str place = failures_place(str_of(cases[i][0]));
        char *got = mem_dup_n(place.at, place.len);
        assert_string_equal(got, cases[i][1]);
        free(got);
    }
    assert_true(failures_is_own(STR("lib/a.js:1:2")));
    assert_false(failures_is_own(STR("node:internal/timers:581:17")));
    assert_false(failures_is_own(STR("/srv/node_modules/a/index.js:1:2")));
}

static void an_error_of_no_test_has_its_message_and_frame(void **state)
{
    (void)state;
    struct failures failures = {0};
    failures_error(&failures, "/srv",
                   STR("start\n/srv/a.js:2\n throw x\n ^\n\nError: lost\nbalance 3\n"
                       "    at f (node:fs:1:2)\n    at g (/srv/a.js:2:7)\n\nNode.js v20\n"),
                   5);
    assert_int_equal(failures.list.len, 1);
    assert_true(str_is(failures.list.at[0].message, "Error: lost\nbalance 3"));
    assert_true(str_is(failures.list.at[0].at, "a.js:2:7"));
    failures_free(&failures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_outputs_give_their_tests),
        cmocka_unit_test(places_are_cut_out_of_frames),
        cmocka_unit_test(an_error_of_no_test_has_its_message_and_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
