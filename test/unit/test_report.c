/* report: positions, frames, fingerprints, silencing, formats. */
#include "test.h"

#include "base/utf8.h"
#include "report/report.h"
#include "report/silence.h"

static const struct rule_info rules[] = {
    {"broken-promise", SEVERITY_WARNING, "a fork", "because", "bad();", "good();"},
    {"stale-await", SEVERITY_ERROR, "old", "because", "bad();", "good();"},
};
static const struct rule_info *const rule_list[] = {&rules[0], &rules[1]};

static struct source source_of(const char *path, const char *text)
{
    return (struct source){.path = str_of(path), .text = str_of(text)};
}

static struct finding *add(struct findings *findings, const struct rule_info *rule,
                           struct source *source, uint32_t start, uint32_t end)
{
    struct finding *finding = vec_push(&findings->list);
    finding->rule = rule;
    finding->place = (struct place){source, start, end};
    finding->message = STR("it happens");
    return finding;
}

static void columns_are_utf16_units(void **state)
{
    (void)state;
    struct source source = source_of("a.js", "\xef\xbb\xbfx\n\xc3\xa4\xf0\x9f\x99\x82y\r\nz\rw");
    struct position at = source_position(&source, 3);
    assert_true(at.line == 1 && at.column == 1); /* behind the BOM */
    at = source_position(&source, 11);
    assert_true(at.line == 2 && at.column == 4); /* one unit and two */
    at = source_position(&source, 14);
    assert_true(at.line == 3 && at.column == 1);
    at = source_position(&source, 16);
    assert_true(at.line == 4 && at.column == 1);
    at = source_position(&source, 4000);
    assert_true(at.line == 4 && at.column == 2);
    assert_true(str_is(source_line(&source, 3), "z"));
    assert_true(str_is(source_line(&source, 9), ""));
    source_free(&source);
}

static void long_lines_have_right_columns(void **state)
{
    (void)state;
    struct buf text = {0};
    for (unsigned i = 0; i < 5000; i++)
        buf_text(&text, "\xe6\x97\xa5");
    struct source source = source_of("a.js", text.at);
    for (uint32_t i = 0; i < 5000; i += 331)
        assert_int_equal(source_position(&source, i * 3).column, i + 1);
    source_free(&source);
    buf_free(&text);
}

static void characters_are_decoded_or_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        uint32_t code;
        unsigned used;
    } cases[] = {
        {"a", 'a', 1},           {"\xc3\xa4", 0xe4, 2},       {"\xf0\x9f\x99\x82", 0x1f642, 4},
        {"\xc0\x80", 0xfffd, 1}, {"\xed\xa0\x80", 0xfffd, 1}, {"\xf4\x90\x80\x80", 0xfffd, 1},
        {"\xc3", 0xfffd, 1},     {"\x80", 0xfffd, 1},         {"", 0, 0},
        {"\xe2\x82", 0xfffd, 1}, {"\xe2\x82\xac", 0x20ac, 3}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct utf8_char c = utf8_at(str_of(cases[i].bytes), 0);
        assert_int_equal(c.code, cases[i].code);
        assert_int_equal(c.bytes, cases[i].used);
    }
    assert_int_equal(utf8_columns(0x65e5), 2);
    assert_int_equal(utf8_columns(0x301), 0);
}

static void frame_is(const char *text, uint32_t start, uint32_t end, unsigned width,
                     const char *wanted)
{
    struct source source = source_of("a.js", text);
    struct buf out = {0};
    struct paint paint = {false, width};
    frame_write(&out, (struct place){&source, start, end}, &paint);
    assert_string_equal(out.at, wanted);
    buf_free(&out);
    source_free(&source);
}

static void carets_stand_below_what_they_mean(void **state)
{
    (void)state;
    frame_is("one\ntwo();\n", 4, 9, 80, "  1 | one\n> 2 | two();\n    | ^^^^^\n");
    frame_is("\tf(x);\n", 3, 4, 80, "> 1 |     f(x);\n    |       ^\n");
    frame_is("/*\xe6\x97\xa5*/ f();", 8, 11, 80, "> 1 | /*\xe6\x97\xa5*/ f();\n    |        ^^^\n");
    frame_is("\xef\xbb\xbf"
             "f();",
             3, 6, 80, "> 1 | f();\n    | ^^^\n");
    frame_is("f(\n  1);\n", 0, 7, 80, "> 1 | f(\n    | ^^\n");
    frame_is("x", 1, 1, 80, "> 1 | x\n    |  ^\n");
    frame_is("", 0, 0, 80, "> 1 |\n    | ^\n");
    frame_is("a\x01\xff"
             "b",
             3, 4, 80,
             "> 1 | a\xef\xbf\xbd\xef\xbf\xbd"
             "b\n    |    ^\n");
}

static void long_lines_are_cut_around_the_caret(void **state)
{
    (void)state;
    struct buf text = {0};
    for (unsigned i = 0; i < 1000; i++)
        buf_printf(&text, "word%04u ", i);
    struct source source = source_of("a.js", text.at);
    struct paint paint = {false, 60};
    for (uint32_t word = 0; word < 1000; word += 111) {
        struct buf out = {0};
        frame_write(&out, (struct place){&source, word * 9, word * 9 + 8}, &paint);
        const char *caret = strchr(out.at, '^'), *second = strchr(out.at, '\n') + 1;
        char wanted[16];
        snprintf(wanted, sizeof wanted, "word%04u", word);
        assert_memory_equal(out.at + (caret - second), wanted, 8);
        assert_true(second - out.at <= 61);
        buf_free(&out);
    }
    source_free(&source);
    buf_free(&text);
}

static uint64_t fingerprint_in(const char *path, const char *text, const char *at)
{
    struct source source = source_of(path, text);
    struct findings findings = {0};
    uint32_t start = (uint32_t)(strstr(text, at) - text);
    add(&findings, &rules[0], &source, start, start + 1);
    findings_finish(&findings);
    uint64_t fingerprint = findings.list.at[0].fingerprint;
    findings_free(&findings);
    source_free(&source);
    return fingerprint;
}

static void fingerprints_survive_shifts(void **state)
{
    (void)state;
    uint64_t first = fingerprint_in("src/a.js", "p.then(f);\n", "p.");
    assert_int_equal(first, fingerprint_in("src/a.js", "// new\n\n    p.then( f );\n", "p."));
    assert_int_equal(first, fingerprint_in("/abs/src/a.js", "p.then(f);\n", "p."));
    assert_int_not_equal(first, fingerprint_in("src/b.js", "p.then(f);\n", "p."));
    assert_int_not_equal(first, fingerprint_in("src/a.js", "p.then(g);\n", "p."));
}

static void findings_are_sorted_and_single(void **state)
{
    (void)state;
    struct source a = source_of("a.js", "x;\nx;\n"), b = source_of("b.js", "x;\n");
    struct findings findings = {0};
    add(&findings, &rules[0], &b, 0, 1);
    add(&findings, &rules[1], &a, 3, 4);
    add(&findings, &rules[0], &a, 3, 4);
    add(&findings, &rules[0], &a, 0, 1);
    add(&findings, &rules[0], &a, 0, 1)->severity = SEVERITY_ERROR;
    findings_finish(&findings);
    assert_int_equal(findings.list.len, 4);
    assert_int_equal(findings.list.at[0].severity,
                     SEVERITY_ERROR); /* the more serious of two equals */
    assert_int_equal(findings.list.at[1].at.line, 2);
    assert_ptr_equal(findings.list.at[2].rule, &rules[1]);
    assert_ptr_equal(findings.list.at[3].place.source, &b);
    assert_int_not_equal(findings.list.at[0].fingerprint, findings.list.at[1].fingerprint);
    findings_limit(&findings, 3);
    assert_int_equal(findings.cut, 1);
    findings_free(&findings);
    source_free(&a);
    source_free(&b);
}

static void silenced(const char *text, bool wanted)
{
    struct source source = source_of("a.js", text);
    struct findings findings = {0};
    uint32_t start = (uint32_t)(strstr(text, "p.then") - text);
    add(&findings, &rules[0], &source, start, start + 6);
    findings_finish(&findings);
    findings_silence(&findings);
    if ((findings.list.len == 0) != wanted)
        fail_msg("%s: %s", wanted ? "should be silenced" : "should be reported", text);
    findings_free(&findings);
    source_free(&source);
}

static void comments_silence_their_rule(void **state)
{
    (void)state;
    silenced("p.then(f); // interloper-ignore broken-promise", true);
    silenced("// interloper-ignore broken-promise\np.then(f);", true);
    silenced("/* interloper-ignore: stale-await, broken-promise because */\np.then(f);", true);
    silenced("/**ignore: promise-fork */\r\np.then(f);", true);
    silenced("/**\n * ignore: promise-fork\n */\np.then(f);", true);
    silenced("// interloper-ignore -- legacy\np.then(f);", true);
    silenced("// interloper-ignore broken-promises\np.then(f);", false);
    silenced("x(); // interloper-ignore broken-promise\np.then(f);", false);
    silenced("'interloper-ignore broken-promise'; p.then(f);", false);
    silenced("// interloper-ignore broken-promise\n\np.then(f);", false);
    silenced("p.then(f);\n// interloper-ignore broken-promise", false);
}

static void text_is_wrapped_by_columns(void **state)
{
    (void)state;
    struct buf out = {0};
    report_wrapped(&out, STR("one two three\nfour verylongwordindeed"), 2, 12);
    assert_string_equal(out.at, "  one two\n  three\n  four\n  verylongwordindeed\n");
    buf_free(&out);
}

static void totals_count_by_severity(void **state)
{
    (void)state;
    struct source source = source_of("a.js", "x;\ny;\n");
    struct findings findings = {.known = 2};
    struct report_facts facts = {.files = 3, .rules = rule_list, .rule_count = COUNT_OF(rules)};
    struct buf out = {0};
    add(&findings, &rules[0], &source, 0, 1);
    add(&findings, &rules[1], &source, 3, 4);
    findings_finish(&findings);
    report_totals(&findings, &facts, &out);
    assert_string_equal(out.at, "1 error, 1 warning in 3 files (2 in the baseline)\n");
    buf_free(&out);
    findings_free(&findings);
    source_free(&source);
}

static void github_escapes_its_separators(void **state)
{
    (void)state;
    struct source source = source_of("a,b:c.js", "x;\n");
    struct findings findings = {0};
    struct report_facts facts = {.files = 1, .rules = rule_list, .rule_count = COUNT_OF(rules)};
    struct buf out = {0};
    add(&findings, &rules[0], &source, 0, 1)->message = STR("100%\nsure");
    findings_finish(&findings);
    report_github(&findings, &facts, &out);
    assert_string_equal(out.at, "::warning file=a%2Cb%3Ac.js,line=1,endLine=1,col=1,endColumn=2,"
                                "title=broken-promise::100%25\\nsure\n");
    buf_free(&out);
    findings_free(&findings);
    source_free(&source);
}

static void each_format_has_its_writer(void **state)
{
    (void)state;
    for (struct str rest = STR(REPORT_FORMATS); rest.len;) {
        struct str name = str_cut(&rest, '|');
        char *word = mem_dup_n(name.at, name.len);
        assert_non_null(report_writer_of(word));
        free(word);
    }
    assert_ptr_equal(report_writer_of("gitlab"), report_gitlab);
    assert_ptr_equal(report_writer_of("markdown"), report_markdown);
    assert_null(report_writer_of("text"));
}

static void markdown_obeys_nothing_that_is_not_ours(void **state)
{
    (void)state;
    struct source source = source_of("a_b.js", "one();\ntwo();\n");
    struct findings findings = {0};
    struct related related = {{&source, 7, 10}, STR("<b>*then*</b>")};
    struct report_facts facts = {.files = 1, .rules = rule_list, .rule_count = 2};
    struct buf out = {0};
    struct finding *finding = add(&findings, &rules[1], &source, 0, 3);
    finding->message = STR("`x` | <img src=y> @ada #1 www.x a@ http://y\n- one");
    finding->repair = STR("wait");
    finding->related = &related;
    finding->related_count = 1;
    findings_finish(&findings);
    report_markdown(&findings, &facts, &out);
    assert_string_equal(out.at,
                        "### Interloper: 1 error in 1 file\n"
                        "\n#### error: stale-await, a\\_b.js:1:1\n"
                        "\n\\`x\\` \\| \\<img src=y\\> \\@<!-- -->ada \\#<!-- -->1 www<!-- -->.x "
                        "a\\@ http:<!-- -->//y<br>- one\n"
                        "\n1. \\<b\\>\\*then\\*\\</b\\>, at a\\_b.js:2:1\n"
                        "\n**Usual repair:** wait\n");
    buf_free(&out);
    findings_free(&findings);
    source_free(&source);
}

static void gitlab_has_a_place_for_each(void **state)
{
    (void)state;
    struct source source = source_of("a.js", "one();\ntwo();\n");
    struct findings findings = {0};
    struct report_facts facts = {.files = 1, .rules = rule_list, .rule_count = 2};
    struct buf out = {0}, wanted = {0};
    add(&findings, &rules[0], &source, 7, 10);
    add(&findings, &rules[1], NULL, 0, 0)->identity = STR("exit 1");
    findings_finish(&findings);
    report_gitlab(&findings, &facts, &out);
    vec_each (finding, &findings.list) {
        bool placed = finding->place.source;
        buf_printf(&wanted,
                   "%s{\"description\":\"it happens\",\"check_name\":\"%s\",\"fingerprint\":"
                   "\"%016llx\",\"severity\":\"%s\",\"location\":{\"path\":\"%s\",\"lines\":"
                   "{\"begin\":%d}}}",
                   wanted.len ? "," : "[", finding->rule->name,
                   (unsigned long long)finding->fingerprint, placed ? "major" : "critical",
                   placed ? "a.js" : ".", placed ? 2 : 1);
    }
    buf_text(&wanted, "]\n");
    assert_string_equal(out.at, wanted.at);
    buf_free(&out);
    buf_free(&wanted);
    findings_free(&findings);
    source_free(&source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_utf16_units),
        cmocka_unit_test(long_lines_have_right_columns),
        cmocka_unit_test(characters_are_decoded_or_replaced),
        cmocka_unit_test(carets_stand_below_what_they_mean),
        cmocka_unit_test(long_lines_are_cut_around_the_caret),
        cmocka_unit_test(fingerprints_survive_shifts),
        cmocka_unit_test(findings_are_sorted_and_single),
        cmocka_unit_test(comments_silence_their_rule),
        cmocka_unit_test(text_is_wrapped_by_columns),
        cmocka_unit_test(totals_count_by_severity),
        cmocka_unit_test(github_escapes_its_separators),
        cmocka_unit_test(each_format_has_its_writer),
        cmocka_unit_test(markdown_obeys_nothing_that_is_not_ours),
        cmocka_unit_test(gitlab_has_a_place_for_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
