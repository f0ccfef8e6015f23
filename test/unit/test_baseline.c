/* report: a baseline is a multiset of fingerprints. */
#include "test.h"

#include "report/baseline.h"

#include "base/file.h"

#include <unistd.h>

static const struct rule_info rule = {"broken-promise", SEVERITY_WARNING, "", "", "", ""};

static struct findings findings_with(struct source *source, const char *text)
{
    struct findings findings = {0};
    *source = (struct source){.path = STR("a.js"), .text = str_of(text)};
    for (const char *at = text; (at = strstr(at, "p.")); at++) {
        struct finding *finding = vec_push(&findings.list);
        uint32_t start = (uint32_t)(at - text);
        *finding = (struct finding){.rule = &rule, .place = {source, start, start + 2}};
    }
    findings_finish(&findings);
    return findings;
}

static size_t left_after(const char *path, const char *text)
{
    struct source source;
    struct error error;
    struct findings findings = findings_with(&source, text);
    assert_true(baseline_apply(path, &findings, &error));
    size_t left = findings.list.len;
    findings_free(&findings);
    source_free(&source);
    return left;
}

static void knows_what_was_frozen(void **state)
{
    (void)state;
    char path[] = "/tmp/interloper-baseline-XXXXXX";
    close(mkstemp(path));
    struct source source;
    struct error error;
    struct findings findings = findings_with(&source, "p.a();\np.b();\np.b();\n");
    assert_true(baseline_write(path, &findings, &error));
    assert_int_equal(left_after(path, "p.a();\np.b();\np.b();\n"), 0);
    assert_int_equal(left_after(path, "\n\np.b();\n  p.a();\n"), 0);
    assert_int_equal(left_after(path, "p.a();\np.b();\np.b();\np.b();\n"), 1);
    assert_int_equal(left_after(path, "p.c();\n"), 1);
    findings_free(&findings);
    source_free(&source);
    unlink(path);
}

static void malformed_ones_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "{",
        "[]",
        "{}",
        "{\"interloper-baseline\":3,\"findings\":[]}",
        "{\"interloper-baseline\":1,\"findings\":[{}]}",
        "{\"interloper-baseline\":1,\"findings\":[{\"fingerprint\":\"12x\"}]}",
        "{\"interloper-baseline\":1,\"findings\":[{\"fingerprint\":\"\"}]}",
    };
    char path[] = "/tmp/interloper-baseline-XXXXXX";
    close(mkstemp(path));
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct findings findings = {0};
        struct error error;
        assert_true(file_write(path, str_of(texts[i]), &error));
        assert_false(baseline_apply(path, &findings, &error));
        assert_int_equal(error.exit_code, EXIT_BAD_USAGE);
        assert_non_null(strstr(error.message, path));
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_what_was_frozen),
        cmocka_unit_test(malformed_ones_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
