/* base: slices, buffers, maps, arenas, files, threads, JSON, options. */
#include "test.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/random.h"
#include "base/secret.h"
#include "base/terminal.h"

#include <unistd.h>

static void slices_are_cut_at_separators(void **state)
{
    (void)state;
    struct str rest = STR("a,,b");
    assert_true(str_is(str_cut(&rest, ','), "a"));
    assert_true(str_is(str_cut(&rest, ','), ""));
    assert_true(str_is(str_cut(&rest, ','), "b"));
    assert_int_equal(rest.len, 0);
    assert_true(str_is(str_trim(STR(" \tx y\n")), "x y"));
    assert_true(str_ends(STR("file.js"), STR(".js")));
    assert_false(str_starts(STR("a"), STR("ab")));
}

static void maps_keep_order_and_find_all(void **state)
{
    (void)state;
    struct map map = {0};
    struct arena arena = {0};
    for (unsigned i = 0; i < 5000; i++)
        map_add(&map, arena_printf(&arena, "key %u", i), NULL)->number = i;
    bool was_there;
    assert_int_equal(map_add(&map, STR("key 4321"), &was_there)->number, 4321);
    assert_true(was_there);
    assert_int_equal(map.len, 5000);
    assert_true(str_is(map.at[17].key, "key 17"));
    assert_null(map_find(&map, STR("key 5000")));
    map_free(&map);
    arena_free(&arena);
}

static bool is_clear(const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (at[i])
            return false;
    return true;
}

/* From the first block of the heap's to those in huge pages. */
static void arenas_give_cleared_memory_of_any_size(void **state)
{
    (void)state;
    struct arena arena = {0};
    for (size_t size = 1; size < (16u << 20); size = size * 3 + 1) {
        char *block = arena_alloc(&arena, size);
        assert_int_equal((uintptr_t)block % ARENA_ALIGNMENT, 0);
        assert_true(is_clear(block, size));
        memset(block, 'x', size);
    }
    arena_free(&arena);
}

static void arenas_take_back_what_came_last(void **state)
{
    (void)state;
    struct arena arena = {0};
    char *kept = arena_alloc(&arena, 100), *block = arena_alloc(&arena, 1000);
    memset(kept, 'k', 100);
    memset(block, 'x', 1000);
    arena_release(&arena, block + 200);
    char *next = arena_alloc(&arena, 500);
    assert_true(next >= block + 200 && next < block + 1000);
    assert_true(is_clear(next, 500));
    assert_int_equal(block[199], 'x');
    assert_int_equal(kept[99], 'k');
    arena_free(&arena);
}

static void arenas_join(void **state)
{
    (void)state;
    struct arena arena = {0}, other = {0};
    arena_join(&arena, &other);
    assert_null(arena.newest);
    const char *text = arena_str(&other, STR("first")).at;
    arena_alloc(&other, 100000); /* a second block */
    arena_join(&arena, &other);
    assert_null(other.newest);
    size_t total = arena.total;
    arena_str(&other, STR("again"));
    arena_alloc(&other, 100000);
    arena_join(&arena, &other);
    assert_true(arena.total > total);
    assert_string_equal(text, "first");
    assert_string_equal(arena_str(&arena, STR("more")).at, "more");
    arena_free(&arena); /* AddressSanitizer would find what is left */
}

static void files_are_read_into_arenas(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct str text;
    char path[] = "/tmp/interloper-test-XXXXXX";
    close(mkstemp(path));
    assert_true(file_write(path, STR("some text"), &error));
    assert_true(file_read_in(&arena, path, 9, &text, &error));
    assert_true(str_is(text, "some text"));
    assert_int_equal(text.at[text.len], 0);
    assert_false(file_read_in(&arena, path, 8, &text, &error));
    assert_non_null(strstr(error.message, "larger than 8 bytes"));
    assert_true(file_write(path, STR(""), &error));
    assert_true(file_read_in(&arena, path, 9, &text, &error));
    assert_int_equal(text.len, 0);
    unlink(path);
    assert_false(file_read_in(&arena, path, 9, &text, &error));
    assert_true(file_read_in(&arena, "/proc/self/status", 1 << 20, &text, &error)); /* says 0 */
    assert_true(str_starts(text, STR("Name:")));
    arena_free(&arena);
}

static void count_item(void *context, unsigned worker, size_t item)
{
    assert_true(worker < PARALLEL_MOST);
    ((unsigned char *)context)[item]++;
}

static void set_flag(void *context)
{
    *(bool *)context = true;
}

static void every_item_is_done_once(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    for (unsigned jobs = 0; jobs < 2 * PARALLEL_MOST; jobs = jobs * 3 + 1) {
        unsigned char done[MANY] = {0};
        parallel_each(MANY, jobs, count_item, done);
        for (size_t i = 0; i < MANY; i++)
            assert_int_equal(done[i], 1);
    }
    bool flag = false;
    background_wait(background_start(set_flag, &flag));
    assert_true(flag);
    background_wait(NULL);
}

static void json_is_valid_whatever_goes_in(void **state)
{
    (void)state;
    struct buf out = {0};
    struct json json = json_to(&out);
    json_object(&json, NULL);
    json_str(&json, "t", (struct str){"\"\\\n\x01\xff\xc3\xa4</\xed\xa0\x80", 12});
    json_array(&json, "a");
    json_integer(&json, NULL, -3);
    json_number(&json, NULL, 1.25, 1);
    json_null(&json, NULL);
    json_end_array(&json);
    json_boolean(&json, "b", true);
    json_end_object(&json);
    assert_string_equal(out.at,
                        "{\"t\":\"\\\"\\\\\\n\\u0001\\ufffd\xc3\xa4\\u003c/\\ufffd\\ufffd\\ufffd\","
                        "\"a\":[-3,1.2,null],\"b\":true}");
    buf_free(&out);
}

static void durations_have_units(void **state)
{
    (void)state;
    int64_t ns;
    assert_true(duration_parse("250ms", &ns) && ns == 250000000);
    assert_true(duration_parse("5m", &ns) && ns == 300000000000);
    assert_true(duration_parse("2", &ns) && ns == 2000000000);
    assert_false(duration_parse("", &ns));
    assert_false(duration_parse("-1s", &ns));
    assert_false(duration_parse("5 parsecs", &ns));
    assert_false(duration_parse("1e300h", &ns));
}

static struct {
    int64_t runs;
    bool loud;
    const char *strategy;
    struct texts names;
} got;

static const struct option_row rows[] = {
    {"runs", 'n', OPTION_INTEGER, &got.runs, "N", "how many", 1, 100},
    {"loud", 0, OPTION_FLAG, &got.loud, NULL, "shout", 0, 0},
    {"strategy", 0, OPTION_CHOICE, &got.strategy, "auto|fz", "which", 0, 0},
    {"name", 0, OPTION_LIST, &got.names, "NAME", "who", 0, 0},
};
static const struct command_usage usage = {.command = "run",
                                           .synopsis = "run",
                                           .summary = "Runs.",
                                           .rows = rows,
                                           .row_count = COUNT_OF(rows)};

static bool parse(int count, char **words, struct parsed *parsed, struct error *error)
{
    return options_parse(&usage, count, words, parsed, error);
}

static void options_are_taken_and_the_rest_kept(void **state)
{
    (void)state;
    char *words[] = {"--runs=7", "--loud", "--name", "a", "--name=b", "--", "node", "--runs", "x"};
    struct parsed parsed;
    struct error error;
    assert_true(parse(COUNT_OF(words), words, &parsed, &error));
    assert_int_equal(got.runs, 7);
    assert_true(got.loud);
    assert_int_equal(got.names.len, 2);
    assert_int_equal(parsed.rest_count, 3);
    assert_string_equal(parsed.rest[1], "--runs");
    assert_true(parsed.saw_dashes);
    vec_free(&got.names);
}

static void bad_options_are_named(void **state)
{
    (void)state;
    static const struct {
        char *words[2];
        const char *message;
    } cases[] = {
        {{"--rusn", "3"}, "run: unknown option '--rusn'; did you mean '--runs'?"},
        {{"--zebra=1", ""}, "run: unknown option '--zebra'; see 'interloper run --help'"},
        {{"--runs", "many"}, "--runs: 'many' is not a whole number"},
        {{"--runs", "0"}, "--runs: 0 is not between 1 and 100"},
        {{"--strategy", "random"}, "--strategy: 'random' is not auto|fz"},
        {{"--loud=yes", ""}, "--loud takes no value"},
        {{"", "--runs"}, "--runs needs a value: N"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *words[2] = {cases[i].words[0], cases[i].words[1]};
        struct parsed parsed;
        struct error error;
        assert_false(parse(2, words, &parsed, &error));
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.exit_code, 2);
    }
}

static void random_numbers_repeat_and_spread(void **state)
{
    (void)state;
    struct random a = {7}, b = {7};
    unsigned low = 0;
    for (int i = 0; i < 10000; i++) {
        uint64_t x = random_below(&a, 10);
        assert_int_equal(x, random_below(&b, 10));
        assert_true(x < 10);
        low += x < 5;
    }
    assert_in_range(low, 4700, 5300);
    assert_true(random_mix(1, 2) != random_mix(2, 1));
}

static void text_of_others_gives_a_terminal_no_orders(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"plain \xc3\xa9 \xe2\x80\xa6", "plain \xc3\xa9 \xe2\x80\xa6"},
        {"\x1b[31mred\x7f", "\\x1b[31mred\\x7f"},
        {"a\nb\r", "a\\nb\\x0d"},
        {"\xc2\x9b"
         "2J",
         "\\u009b2J"},
        {"\xe2\x80\xae"
         "rtl\xe2\x81\xa9",
         "\\u202ertl\\u2069"},
        {"\x9b"
         "2J",
         "\\x9b2J"}, /* C1 in a terminal that does not speak UTF-8 */
        {"\xef\xbf\xbd", "\xef\xbf\xbd"},
        {"::error::x", "\\x3a:error::x"},
        {"a::b ::c", "a::b \\x3a:c"}, /* the space may become a line's end */
        {"\xc2\xa0::c", "\xc2\xa0\\x3a:c"},
        {"## a ##[debug]x ##vso[x]", "## a \\x23#[debug]x \\x23#vso[x]"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf out = {0};
        terminal_safe(&out, str_of(cases[i].text));
        assert_string_equal(out.at, cases[i].shown);
        buf_free(&out);
    }
}

static void secrets_are_masked_however_they_are_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *text, *masked;
    } cases[] = {
        {"as given qZ1%2Fw9\"Kk&v.", "as given •••."},
        {"decoded qZ1/w9\"Kk&v.", "decoded •••."},
        {"twice qZ1%252Fw9%2522Kk%2526v.", "twice •••."},
        {"small letters qZ1%2fw9%22Kk%26v.", "small letters •••."},
        {"JSON qZ1%2Fw9\\\"Kk&v.", "JSON •••."},
        {"JSON in JSON qZ1\\/w9\\\\\\\"Kk\\u0026v.", "JSON in JSON •••."},
        {"HTML qZ1&#x2f;w9&quot;Kk&amp;v.", "HTML •••."},
        {"cut off qZ1%2Fw9\"K…", "cut off •••…"},
        {"cut in an escape a/b c%2", "cut in an escape a/b c%2"},
        {"a space: two+words two%20words two words", "a space: ••• ••• •••"},
        {"short s=xy s%3Dxy s=xz xy", "short s=••• s=••• s=xz xy"},
        {"backslash p\\q12 p\\\\q12", "backslash ••• •••"},
        {"not qZ1w9 nor %2", "not qZ1w9 nor %2"},
    };
    struct buf room = {0};
    secret_add("", STR("qZ1%2Fw9\"Kk&v"));
    secret_add("s=", STR("xy"));
    secret_add("", STR("two words"));
    secret_add("", STR("p\\q12"));
    secret_add("", STR("x"));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf said = {0};
        buf_str(&said, secret_mask(str_of(cases[i].text), &room));
        assert_string_equal(said.at, cases[i].masked);
        buf_free(&said);
    }
    struct buf many = {0}; /* in a moment */
    for (int i = 0; i < 1 << 20; i++)
        buf_char(&many, "\\%&"[i / 349526]);
    assert_int_equal(secret_mask(buf_view(&many), &room).len, many.len);
    buf_free(&many);
    buf_free(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_are_cut_at_separators),
        cmocka_unit_test(maps_keep_order_and_find_all),
        cmocka_unit_test(arenas_give_cleared_memory_of_any_size),
        cmocka_unit_test(arenas_take_back_what_came_last),
        cmocka_unit_test(arenas_join),
        cmocka_unit_test(files_are_read_into_arenas),
        cmocka_unit_test(every_item_is_done_once),
        cmocka_unit_test(json_is_valid_whatever_goes_in),
        cmocka_unit_test(durations_have_units),
        cmocka_unit_test(options_are_taken_and_the_rest_kept),
        cmocka_unit_test(bad_options_are_named),
        cmocka_unit_test(random_numbers_repeat_and_spread),
        cmocka_unit_test(text_of_others_gives_a_terminal_no_orders),
        cmocka_unit_test(secrets_are_masked_however_they_are_escaped), /* the last: they stay */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
