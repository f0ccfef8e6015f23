/* web/markup: where the tag of an element stands in the page's text. */
#include "test.h"

#include "web/markup.h"

static const char page[] =
    "<!doctype html>\n"
    "<title><button id=no></title>\n"
    "<!-- <button id='no'> -->\n"
    "<script>'<button id=no>'</SCRIPT >\n"
    "<div x-data=\"{ text: '' }\">\r\n"
    "  <button id=ada class=big @click=\"text = 1 &amp;&amp; 2\">A</button>\n"
    "  <button\n"
    "    hx-get='/tab/bob' disabled>B</button>\n"
    "</div>\n"
    "<p id=one><a href=\"/x?a=1&copy;=2\">x</a></p><p id=two><b hx-get=/y><b hx-get=/y></p>\n"
    "<p id=far><i data-a='1'>";

/* "line:column" of the element, or "". */
static void finds(struct markup *markup, const char *way, const char *wanted)
{
    char got[32] = "";
    int line, column;
    json_t *list = json_loads(way, 0, NULL);
    assert_non_null(list);
    if (markup_find(markup, list, &line, &column))
        snprintf(got, sizeof got, "%d:%d", line, column);
    assert_string_equal(got, wanted);
    json_decref(list);
}

static void tags_are_known_by_their_attributes(void **state)
{
    (void)state;
    struct markup *markup = markup_new(str_of(page));
    finds(markup, "[[\"button\", {\"id\": \"ada\", \"@click\": \"text = 1 && 2\"}]]", "6:3");
    /* a script took the directive out, or changed what scripts change */
    finds(markup,
          "[[\"button\", {\"id\": \"ada\", \"class\": \"big on\", \"aria-busy\": \"true\"}]]",
          "6:3");
    finds(markup, "[[\"button\", {\"id\": \"ada\", \"@click\": \"other()\"}]]", "");
    finds(markup, "[[\"button\", {\"hx-get\": \"/tab/bob\"}]]", "7:3");
    finds(markup, "[[\"div\", {\"x-data\": \"{ text: '' }\"}]]", "5:1");
    finds(markup, "[[\"a\", {\"href\": \"/x?a=1\\u00a9=2\"}]]",
          "10:11"); /* an entity that is not read */
    finds(markup, "[[\"i\", {\"data-a\": \"1\"}]]", "11:11");
    markup_free(markup);
}

static void what_is_no_tag_is_not_found(void **state)
{
    (void)state;
    struct markup *markup = markup_new(str_of(page));
    finds(markup, "[[\"button\", {\"id\": \"no\"}]]", "");
    finds(markup, "[[\"button\", {}]]", "");
    finds(markup, "[[\"button\", {\"id\": \"made-by-a-script\"}], [\"p\", {\"id\": \"one\"}]]", "");
    finds(markup, "[]", "");
    markup_free(markup);
}

static void what_looks_alike_is_named_by_what_is_around_it(void **state)
{
    (void)state;
    struct markup *markup = markup_new(str_of(page));
    finds(markup, "[[\"b\", {\"hx-get\": \"/y\"}]]", "");
    finds(markup, "[[\"b\", {\"hx-get\": \"/y\"}], [\"p\", {\"id\": \"two\"}]]", "10:45");
    markup_free(markup);
}

/* Whatever a server sends: no end of a tag, a value or a comment. */
static void any_text_is_read(void **state)
{
    (void)state;
    for (size_t length = 0; length <= sizeof page; length++)
        markup_free(markup_new((struct str){page, length}));
    static const char *const odd[] = {
        "<a",   "<a ",     "<a =",     "<a b=",  "<a b='",  "<a b=\"c",
        "<!--", "<script", "<script>", "<a/b/>", "<a b=&>", "<a b=&#"};
    for (size_t i = 0; i < COUNT_OF(odd); i++)
        markup_free(markup_new(str_of(odd[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_known_by_their_attributes),
        cmocka_unit_test(what_is_no_tag_is_not_found),
        cmocka_unit_test(what_looks_alike_is_named_by_what_is_around_it),
        cmocka_unit_test(any_text_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
