/* web/outcome: what of a difference remains when a second run in the same order is known. */
#include "test.h"

#include "web/outcome.h"

static struct outcome seen(const char *text, const char *tree, const char *storage)
{
    return (struct outcome){.text = text, .tree = tree, .storage = storage};
}

static void pages_without_a_tree_are_compared(void **state)
{
    (void)state;
    struct outcome a = seen("one\n", NULL, ""), b = seen("two\n", NULL, "");
    struct outcome_parts parts = {.text = true};
    outcome_without_unstable(&a, &b, &a, &parts);
    assert_true(parts.text);
    assert_false(parts.tree);

    /* only the run that came back was small enough, or only that one too large */
    struct outcome small = seen("one\n", "button \"One\"\n", "");
    outcome_without_unstable(&a, &b, &small, &parts);
    assert_true(parts.text);
    struct outcome other = seen("one\n", "button \"Two\"\n", "");
    parts = (struct outcome_parts){.tree = true};
    outcome_without_unstable(&small, &other, &a, &parts);
    assert_true(parts.tree);
}

static void lines_that_show_the_time_do_not_count(void **state)
{
    (void)state;
    struct outcome first = seen("12:00\nbox\n", "", ""), later = seen("12:01\nbox\n", "", "");
    struct outcome late = seen("12:00\nempty\n", "", "");
    struct outcome_parts parts = {.text = true};
    outcome_without_unstable(&first, &late, &later, &parts);
    assert_true(parts.text);
    struct outcome only_time = seen("12:02\nbox\n", "", "");
    outcome_without_unstable(&first, &only_time, &later, &parts);
    assert_false(parts.text);
}

static void storage_that_changes_anyway_does_not_count(void **state)
{
    (void)state;
    struct outcome a = seen("", "", "localStorage t=1\nlocalStorage cart=a\n");
    struct outcome again = seen("", "", "localStorage t=2\nlocalStorage cart=a\n");
    struct outcome late = seen("", "", "localStorage t=1\nlocalStorage cart=b\n");
    struct outcome_parts parts = {.storage = true};
    outcome_without_unstable(&a, &late, &again, &parts);
    assert_true(parts.storage);
    struct outcome only_time = seen("", "", "localStorage t=3\nlocalStorage cart=a\n");
    outcome_without_unstable(&a, &only_time, &again, &parts);
    assert_false(parts.storage);
}

static void errors_count_where_equal_runs_agree(void **state)
{
    (void)state;
    const char *one[] = {"x is null"};
    struct outcome a = seen("", "", ""), b = a, again = a;
    b.errors = one;
    b.error_count = 1;
    struct outcome_parts parts = {.errors = true};
    outcome_without_unstable(&a, &b, &again, &parts);
    assert_true(parts.errors);
    again.errors = one;
    again.error_count = 1;
    outcome_without_unstable(&a, &b, &again, &parts);
    assert_false(parts.errors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_without_a_tree_are_compared),
        cmocka_unit_test(lines_that_show_the_time_do_not_count),
        cmocka_unit_test(storage_that_changes_anyway_does_not_count),
        cmocka_unit_test(errors_count_where_equal_runs_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
