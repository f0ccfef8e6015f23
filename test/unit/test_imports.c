/* web/imports: recordings of DevTools and steps of Playwright as events. */
#include "test.h"

#include "web/events.h"

static struct web_events read(struct arena *arena, const char *text)
{
    struct web_events events;
    struct error error = {0};
    if (!events_parse(str_of(text), "f", arena, &events, &error))
        fail_msg("%s", error.message);
    return events;
}

static void refused(const char *text, const char *says)
{
    struct arena arena = {0};
    struct web_events events;
    struct error error = {0};
    assert_false(events_parse(str_of(text), "f", &arena, &events, &error));
    if (!strstr(error.message, says))
        fail_msg("%s: says '%s', not '%s'", text, error.message, says);
    assert_int_equal(error.exit_code, EXIT_BAD_USAGE);
    arena_free(&arena);
}

static void is_event(const struct web_event *event, enum web_event_type type, const char *selector,
                     const char *value)
{
    assert_int_equal(event->type, type);
    assert_string_equal(event->selector, selector);
    assert_string_equal(event->value ? event->value : "", value);
}

static void a_recording_is_read(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct web_events events = read(
        &arena,
        "{\"title\":\"x\",\"steps\":["
        "{\"type\":\"setViewport\",\"width\":1},{\"type\":\"navigate\",\"url\":\"http://x/\"},"
        "{\"type\":\"click\",\"selectors\":[[\"aria/Menu\"],[\"#menu\"],[\"xpath///*[@id]\"]]},"
        "{\"type\":\"change\",\"value\":\"lamp\",\"selectors\":[[\"aria/Search\"]]},"
        "{\"type\":\"keyDown\",\"key\":\"Shift\"},{\"type\":\"keyDown\",\"key\":\"Enter\"},"
        "{\"type\":\"keyUp\",\"key\":\"Enter\"},"
        "{\"type\":\"click\",\"selectors\":[[\"my-card\",\"button\"]]},"
        "{\"type\":\"click\",\"selectors\":[[\"aria/Save[role=\\\"button\\\"]\"]]},"
        "{\"type\":\"hover\",\"selectors\":[[\"text/More\"]]},"
        "{\"type\":\"scroll\",\"y\":300}]}");
    assert_int_equal(events.len, 7);
    is_event(&events.at[0], WEB_CLICK, "#menu", "");
    is_event(&events.at[1], WEB_INPUT, "label=\"Search\"", "lamp");
    assert_int_equal(events.at[2].type, WEB_MACRO);
    assert_int_equal(events.at[2].part_count, 2);
    is_event(&events.at[2].parts[0], WEB_INPUT, "label=\"Search\"", "lamp");
    is_event(&events.at[2].parts[1], WEB_KEY, "label=\"Search\"", "Enter");
    is_event(&events.at[3], WEB_CLICK, "my-card >>> button", "");
    is_event(&events.at[4], WEB_CLICK, "role=button[name=\"Save\"s]", "");
    is_event(&events.at[5], WEB_HOVER, "text=\"More\"", "");
    is_event(&events.at[6], WEB_SCROLL, "body", "");
    arena_free(&arena);
}

static void a_recording_that_cannot_be_used_is_refused(void **state)
{
    (void)state;
    refused("{\"steps\":[{\"type\":\"teleport\"}]}",
            "f: step 1: a recording's step of type \"teleport\" is not known (a newer version");
    refused("{\"steps\":[{\"type\":\"click\",\"selectors\":[[\"xpath//a\"]]}]}",
            "f: step 1: none of its selectors can be used");
    refused("{\"steps\":[{\"type\":\"click\",\"selectors\":7}]}", "f: step 1: none of its");
    refused("{\"steps\":[{\"type\":\"change\",\"selectors\":[[\"#a\"]]}]}", "f: step 1: \"value\"");
    refused("{\"steps\":[5]}", "f: step 1");
}

static void steps_of_a_test_are_read(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct web_events events =
        read(&arena, "import { test, expect } from '@playwright/test';\n"
                     "test('test', async ({ page }) => {\n"
                     "  await page.goto('http://localhost:3000/'); // await page.nothing\n"
                     "  await page.getByRole('button', { name: 'Load \\'all\\'' }).click();\n"
                     "  await page.getByLabel('Name', { exact: true }).fill('Ann');\n"
                     "  await page.getByPlaceholder('mail').fill(\"a@b.c\");\n"
                     "  await page.getByTestId('save').click();\n"
                     "  await expect(page.getByText('Saved')).toBeVisible();\n"
                     "  await page.locator('#list').getByText('More').first().dblclick();\n"
                     "  await page.getByRole('listitem').nth(2).hover();\n"
                     "  await page.locator('select')\n    .selectOption('two');\n"
                     "  await page.locator('#q').press('Control+z');\n"
                     "  await page.getByRole('checkbox').check();\n"
                     "  await page.waitForTimeout(100);\n"
                     "});\n");
    assert_int_equal(events.len, 9);
    is_event(&events.at[0], WEB_CLICK, "role=button[name=\"Load 'all'\"]", "");
    is_event(&events.at[1], WEB_INPUT, "label=\"Name\"", "Ann");
    is_event(&events.at[2], WEB_INPUT, "[placeholder*=\"mail\" i]", "a@b.c");
    assert_int_equal(events.at[3].part_count, 3);
    is_event(&events.at[3].parts[2], WEB_CLICK, "testid=save", "");
    is_event(&events.at[4], WEB_DBLCLICK, "#list >> text=More >> nth=0", "");
    is_event(&events.at[5], WEB_HOVER, "role=listitem >> nth=2", "");
    is_event(&events.at[6], WEB_INPUT, "select", "two");
    is_event(&events.at[7].parts[1], WEB_KEY, "#q", "Control+z");
    is_event(&events.at[8], WEB_CLICK, "role=checkbox", "");
    arena_free(&arena);
}

static void steps_that_are_not_read_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"\n await page.locator('#a').setInputFiles('x');",
         "f: line 2: 'setInputFiles' is not among"},
        {"await page.getByRole('row', { name: /x/i }).click();",
         "f: line 1: what 'getByRole' is given is not read"},
        {"await page.goto('a');\nawait page.goto('b');", "f: line 2: a second 'goto'"},
        {"await page.click('#a');", "f: line 1: on what is 'click' done?"},
        {"await page.locator('#a').click({ button: 'right' });", "what 'click' is given"},
        {"await page.locator(`#${x}`).click();", "what 'locator' is given"},
        {"await page.locator('#a'", "f: line 1"},
        {"await page", "f: line 1"},
        {"await page.getByText('a').click();\nawait page1.getByText('b').click();",
         "f: line 2: only steps of 'page' are read, not of 'page1'"},
        {"await page.locator('#a').fill(name);", "what 'fill' is given is not read"},
        {"await page.locator('#a').press('Nokey');", "f: event 1: unknown key \"Nokey\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        refused(cases[i].text, cases[i].says);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recording_is_read),
        cmocka_unit_test(a_recording_that_cannot_be_used_is_refused),
        cmocka_unit_test(steps_of_a_test_are_read),
        cmocka_unit_test(steps_that_are_not_read_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
