/* web/events: an events file says what is wrong with it, and where. */
#include "test.h"

#include "web/events.h"
#include "web/keys.h"

static void good_files_are_read(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct web_events events;
    struct error error;
    assert_true(
        events_parse(STR("[{\"id\":\"a\",\"type\":\"click\",\"selector\":\"#a\"},"
                         "{\"type\":\"input\",\"selector\":\"#q\",\"value\":\"\"},"
                         "{\"id\":\"m\",\"events\":[{\"type\":\"hover\",\"selector\":\".m\"},"
                         "{\"type\":\"key\",\"selector\":\"#q\",\"value\":\"Enter\"}]}]"),
                     "f", &arena, &events, &error));
    assert_int_equal(events.len, 3);
    assert_string_equal(events.at[1].id, "e2"); /* given by place */
    assert_int_equal(events.at[1].type, WEB_INPUT);
    assert_string_equal(events.at[1].value, "");
    assert_int_equal(events.at[2].type, WEB_MACRO);
    assert_int_equal(events.at[2].part_count, 2);
    assert_int_equal(events.at[2].parts[1].type, WEB_KEY);
    assert_string_equal(events.at[2].parts[1].value, "Enter");
    arena_free(&arena);
}

static void bad_files_are_refused_with_place_and_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "not JSON"},
        {"[{\"id\":", "f: line 1, column 7: not JSON"},
        {"{}", "f: not an array of events"},
        {"[1]", "f: event 1: not an object"},
        {"[{\"type\":\"click\"}]", "f: event 1: \"selector\" is missing"},
        {"[{\"type\":\"click\",\"selector\":\"\"}]", "\"selector\" is missing"},
        {"[{\"selector\":\"#a\"}]", "\"type\" is missing"},
        {"[{\"type\":\"clik\",\"selector\":\"#a\"}]", "did you mean \"click\""},
        {"[{\"type\":\"poke\",\"selector\":\"#a\"}]", "unknown type \"poke\""},
        {"[{\"type\":\"input\",\"selector\":\"#a\"}]", "\"value\" is missing"},
        {"[{\"type\":\"click\",\"selector\":7}]", "\"selector\" must be a text"},
        {"[{\"type\":\"click\",\"selektor\":\"#a\"}]", "did you mean \"selector\""},
        {"[{\"type\":\"click\",\"selector\":\"a\\u0000b\"}]", "contains a NUL"},
        {"[{\"id\":\"a\",\"type\":\"click\",\"selector\":\"#a\"},"
         "{\"id\":\"a\",\"type\":\"click\",\"selector\":\"#b\"}]",
         "f: event 2: the id \"a\" is already that of event 1"},
        {"[{\"events\":[]}]", "at least one event"},
        {"[{\"type\":\"key\",\"selector\":\"#a\"}]", "a key event needs a value, such as Enter"},
        {"[{\"type\":\"key\",\"selector\":\"#a\",\"value\":\"\"}]", "needs a value"},
        {"[{\"type\":\"key\",\"selector\":\"#a\",\"value\":\"Foo\"}]",
         "unknown key \"Foo\"; known:"},
        {"[{\"type\":\"key\",\"selector\":\"#a\",\"value\":\"Control+\"}]", "unknown key"},
        {"[{\"id\":\"\",\"type\":\"click\",\"selector\":\"#a\"}]", "\"id\" is empty"},
        {"[{\"type\":\"click\",\"events\":[{\"type\":\"click\",\"selector\":\"#a\"}]}]",
         "one or the other"},
        {"[{\"events\":[{\"type\":\"click\",\"selector\":\"#a\"},{\"type\":\"hover\"}]}]",
         "f: event 1, part 2: \"selector\" is missing"},
        {"[{\"events\":[{\"events\":[]}]}]", "unknown field \"events\""},
        {"[{\"type\":\"drag\",\"selector\":\"#a\"}]",
         "f: event 1: a drag event needs a value: the selector of where #a is dropped"},
        {"[{\"type\":\"scroll\",\"selector\":\"#a\",\"value\":\"far\"}]",
         "f: event 1: a scroll event's value is a number of pixels"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena arena = {0};
        struct web_events events;
        struct error error = {0};
        assert_false(events_parse(str_of(cases[i].text), "f", &arena, &events, &error));
        if (!strstr(error.message, cases[i].says))
            fail_msg("%s: says '%s', not '%s'", cases[i].text, error.message, cases[i].says);
        assert_int_equal(error.exit_code, EXIT_BAD_USAGE);
        arena_free(&arena);
    }
}

static void keys_have_names_and_modifiers(void **state)
{
    (void)state;
    static const struct {
        const char *name, *key, *place, *text;
        int code, modifiers;
    } cases[] = {
        {"Enter", "Enter", "Enter", "\r", 13, 0},
        {"a", "a", "KeyA", "a", 'A', 0},
        {"5", "5", "Digit5", "5", '5', 0},
        {" ", " ", "Space", " ", 32, 0},
        {"\xc3\xa9", "\xc3\xa9", "", "\xc3\xa9", 0, 0},
        {"F12", "F12", "F12", NULL, 123, 0},
        {"Control+z", "z", "KeyZ", NULL, 'Z', 2},
        {"Control+Shift+z", "Z", "KeyZ", NULL, 'Z', 10},
        {"Shift+Tab", "Tab", "Tab", NULL, 9, 8},
        {"Shift+a", "A", "KeyA", "A", 'A', 8},
        {"Alt++", "+", "", NULL, '+', 1},
        {"+", "+", "", "+", '+', 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct key_stroke stroke;
        assert_true(keys_find(cases[i].name, &stroke));
        assert_string_equal(stroke.key, cases[i].key);
        assert_string_equal(stroke.place, cases[i].place);
        assert_int_equal(stroke.code, cases[i].code);
        assert_int_equal(stroke.modifiers, cases[i].modifiers);
        assert_string_equal(stroke.text ? stroke.text : "", cases[i].text ? cases[i].text : "");
    }
}

static void a_byte_order_mark_is_passed_by(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct web_events events;
    struct error error;
    assert_true(events_parse(STR("\xef\xbb\xbf[{\"type\":\"click\",\"selector\":\"#a\"}]"), "f",
                             &arena, &events, &error));
    arena_free(&arena);
}

static void found_events_get_ids(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct web_events events;
    json_t *found = json_loads("[{\"type\":\"click\",\"selector\":\"#a\",\"label\":\"button\","
                               "\"place\":\"a.js:1:2\"},{\"events\":[{\"type\":\"hover\","
                               "\"selector\":\"#m\"}],\"label\":\"\"}]",
                               0, NULL);
    events_found(found, &arena, &events);
    assert_int_equal(events.len, 2);
    assert_string_equal(events.at[0].id, "e1");
    assert_string_equal(events.at[0].handler, "a.js:1:2");
    assert_null(events.at[0].value);
    assert_int_equal(events.at[1].type, WEB_MACRO);
    assert_int_equal(events.at[1].parts[0].type, WEB_HOVER);
    json_decref(found);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_files_are_read),
        cmocka_unit_test(bad_files_are_refused_with_place_and_reason),
        cmocka_unit_test(keys_have_names_and_modifiers),
        cmocka_unit_test(a_byte_order_mark_is_passed_by),
        cmocka_unit_test(found_events_get_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
