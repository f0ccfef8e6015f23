/* web/lines: what differs between two texts, with a little around it. */
#include "test.h"

#include "base/buf.h"
#include "web/lines.h"

static void expect(const char *a, const char *b, const char *wanted)
{
    struct arena arena = {0};
    struct web_line *lines;
    struct buf text = {0};
    size_t count = lines_difference(&arena, a, b, &lines);
    for (size_t i = 0; i < count; i++)
        buf_printf(&text, "%c%s ", " -+"[lines[i].kind], lines[i].text);
    assert_string_equal(text.at ? text.at : "", wanted);
    buf_free(&text);
    arena_free(&arena);
}

static void differences_with_context(void **state)
{
    (void)state;
    expect("", "", "");
    expect("a\nb", "a\nb", "");
    expect("a\nb\nc", "a\nx\nc", " a -b +x  c ");
    expect("a", "", "-a ");
    expect(NULL, "a\nb", "+a +b ");
    expect("1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\n5\n6\n7\n8\n0", " 6  7  8 -9 +0 ");
    expect("a\nb\nc\nd", "b\nc\nd\ne", "-a  b  c  d +e ");
}

static void large_texts_end_too(void **state)
{
    (void)state;
    struct buf a = {0}, b = {0};
    for (int i = 0; i < 5000; i++) {
        buf_printf(&a, "a%d\n", i);
        buf_printf(&b, "b%d\n", i);
    }
    struct arena arena = {0};
    struct web_line *lines;
    size_t count = lines_difference(&arena, a.at, b.at, &lines);
    assert_true(count > 0 && count <= 400);
    buf_free(&a);
    buf_free(&b);
    arena_free(&arena);
}

static void unstable_lines_do_not_count(void **state)
{
    (void)state;
    assert_true(lines_same_but("a\n1\nc", "a\n2\nc", "a\n3\nc"));
    assert_false(lines_same_but("a\n1\nc", "b\n2\nc", "a\n3\nc"));
    assert_false(lines_same_but("a\nb", "a\nc", "a\nb"));
    assert_true(lines_same_but("a\n1", "a\n1\n2", "a\n2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_with_context),
        cmocka_unit_test(large_texts_end_too),
        cmocka_unit_test(unstable_lines_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
