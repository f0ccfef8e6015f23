/* explore: which failures are the same failure. */
#include "test.h"

#include "explore/signature.h"

static void assert_normal(const char *line, const char *wanted)
{
    struct buf out = {0};
    signature_normalise("/tmp/project", str_of(line), &out);
    assert_string_equal(buf_view(&out).at, wanted);
    buf_free(&out);
}

static void what_differs_between_runs_is_taken_out(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"plain text stays 42", "plain text stays 42"},
        {"\033[31mError\033[39m: red\033[0m", "Error: red"},
        {"  \033[2m   at f", "at f"},
        {"object at 0x7ffe12ab", "object at <addr>"},
        {"took 12ms, then 1.5 s", "took <time>, then <time>"},
        {"12 msgs stay, as 3 sheep", "12 msgs stay, as 3 sheep"},
        {"2026-11-15T23:13:20.123Z start", "<time> start"},
        {"at 23:13:20 sharp", "at <time> sharp"},
        {"  duration_ms: 12.5", "duration_ms: <time>"},
        {"(node:4711) Warning", "(node:<pid>) Warning"},
        {"worker pid 312 died", "worker pid <pid> died"},
        {"connect ECONNREFUSED 127.0.0.1:34567", "connect ECONNREFUSED 127.0.0.1:<port>"},
        {"listening on port 8080", "listening on port <port>"},
        {"id 3f2504e0-4f89-11d3-9a0c-0305e82c3301", "id <id>"},
        {"commit 9f86d081884c7d65", "commit <id>"},
        {"facade is a word", "facade is a word"},
        {"stamp 1794870800123", "stamp <id>"},
        {"open '/tmp/x-Ab3d/y.json' failed", "open '<tmp>' failed"},
        {"at f (/tmp/project/lib/a.js:3:5)", "at f (lib/a.js:3:5)"},
        {"at /srv/lib/a.js:3:5", "at /srv/lib/a.js:3:5"},
        {"expected 3 to equal 2", "expected 3 to equal 2"},
        {"", ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_normal(cases[i][0], cases[i][1]);
}

static void assert_signature(const struct signature_rules *rules, const char *output,
                             const char *wanted)
{
    struct buf out = {0};
    signature_of(rules, str_of(output), &out);
    assert_string_equal(buf_view(&out).at, wanted);
    buf_free(&out);
}

static void the_telling_line_is_chosen(void **state)
{
    (void)state;
    struct signature_rules rules = {.project = "/srv/p"};
    signature_learn(&rules, STR("start\nError: retrying (usual)\ndone\n"));
    static const char *const cases[][2] = {
        {"", ""},
        {"start\ndone\n", ""},
        {"start\nError: retrying (usual)\nAssertionError: 1 == 2\n"
         "    at node:internal/x:1:1\n    at g (/srv/p/node_modules/m/i.js:1:1)\n"
         "    at f (/srv/p/lib/a.js:3:5)\n    at h (/srv/p/b.js:1:1)\nNode.js v20\n",
         "AssertionError: 1 == 2 at f (lib/a.js:3:5)"},
        {"/srv/p/lost.js:7\n  throw new Error('lost update');\n  ^\n\nTypeError [E_X]: lost "
         "update\n"
         "    at f (/srv/p/lost.js:7:3)\n",
         "TypeError [E_X]: lost update at f (lost.js:7:3)"},
        {"counting\n1 failed\nso it ended\n", "1 failed"},
        {"start\nhalf way\n\n", "half way"},
        {"x\ninterloper: warning: an error: of ours\n", "x"},
        {"ERROR: ld.so: object 'x' from LD_PRELOAD cannot be preloaded\nreal\n", "real"},
        {"\x01\x02 binary\n", ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_signature(&rules, cases[i][0], cases[i][1]);
    signature_rules_free(&rules);
}

static void long_lines_are_cut(void **state)
{
    (void)state;
    struct signature_rules rules = {0};
    struct buf line = {0}, out = {0};
    for (int i = 0; i < 10000; i++)
        buf_text(&line, "word ");
    signature_of(&rules, buf_view(&line), &out);
    assert_int_equal(out.len, 400);
    buf_free(&line);
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_differs_between_runs_is_taken_out),
        cmocka_unit_test(the_telling_line_is_chosen),
        cmocka_unit_test(long_lines_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
