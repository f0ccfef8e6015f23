/* instrument and javascript/rewrite: which marks stand where, and that lines stay. */
#include "test.h"

#include "instrument/instrument.h"
#include "javascript/rewrite.h"

/* Instruments `text` and expects `expected`, where "@" stands for the marks' name. */
static void expect_marks(const char *text, const char *expected)
{
    struct js_file *file = js_parse(str_of(text), JS_SCRIPT);
    struct instrumented result = instrument(file, NULL);
    struct buf wanted = {0};
    for (const char *at = expected; *at; at++) {
        if (*at == '@')
            buf_text(&wanted, INSTRUMENT_NAME);
        else
            buf_char(&wanted, *at);
    }
    assert_null(result.refusal);
    assert_string_equal(result.text.at, wanted.at);
    buf_free(&wanted);
    instrumented_free(&result);
    js_free(file);
}

static void edits_nest_and_keep_lines(void **state)
{
    (void)state;
    struct rewrite rewrite = {0};
    struct buf out = {0};
    rewrite_open(&rewrite, 0, STR("f("));
    rewrite_close(&rewrite, 3, STR(")"));
    rewrite_open(&rewrite, 0, STR("g("));
    rewrite_close(&rewrite, 3, STR("]"));
    rewrite_replace(&rewrite, 4, 10, STR("w"));
    rewrite_apply(&rewrite, STR("a b c\n\r\n d; return"), &out);
    assert_string_equal(out.at, "f(g(a b]) w\n\r\n; return");
    rewrite_free(&rewrite);
    buf_free(&out);
}

static void every_form_has_its_mark(void **state)
{
    (void)state;
    expect_marks("o.p; o.p(); o?.p.q; o[k]", "@.o(0,o).p; @.o(1,o).p(); @.o(2,o)?.p.q; "
                                             "@.o(3,o)[@.k(3,k)]");
    expect_marks("o.p = v; 'use strict'", "@.z(0,o,\"p\",v); 'use strict'");
    expect_marks("'use strict'; o.p = await v", "'use strict'; @.s(0,o,\"p\",await v)");
    expect_marks("o[a, b] = v; o.p++; [o.p] = v",
                 "@.z(0,o,(a, b),v); @.d(1,o,\"p\").v++; [@.d(2,o,\"p\").v] = @.o(3,v)");
    expect_marks(
        "let x = 1; () => x++; ({x}); x = function() {}",
        "var @0=@.n(0);let x = @.a(1,@0,1); () => (@.f(2),@.a(3,@0,x++)); ({x:@.r(4,@0,x)}); "
        "@.a(5,@0,x = function() {@.f(6);})");
    expect_marks("let F; () => F = 1; new F(1); new F.G; typeof F; delete F",
                 "var @0=@.n(0);let F; () => (@.f(1),@.a(2,@0,F = 1)); new (@.r(3,@0,F))(1); "
                 "new (@.o(4,(@.r(5,@0,F)))).G; typeof @.r(6,@0,F); delete F");
    expect_marks("(a).b.c; (a, b).c; ((a).b)", "@.o(0,(@.o(1,a)).b).c; (@.o(2,(a, b))).c; "
                                               "((@.o(3,a)).b)");
    expect_marks("class A { #x = 1; m() { this.#x = #x in o } f = () => {} }",
                 "class A { #x = (@.f(0),1); m() {@.f(1); @.o(2,this).#x = #x in @.o(3,o) } f = () "
                 "=> {@.f(4);} }");
    expect_marks(
        "k in o; for (x in o) ; for (x of y) ; f(...z); ({a} = o)",
        "@.k(0,k) in @.o(0,o); for (x in @.o(1,o)) ; for (x of @.o(2,y)) ; f(...@.o(3,z)); "
        "({a} = @.o(4,o))");
}

static void what_breaks_easily_is_kept(void **state)
{
    (void)state;
    expect_marks("#!x\nfunction f() { 'use strict'\n g }", "#!x\nfunction f() { 'use "
                                                           "strict';@.f(0);\n g }");
    expect_marks("let x; () => { if (1);else++x\nreturn[1].y }",
                 "var @0=@.n(0);let x; () => {@.f(1); if (1);else @.a(2,@0,++x)\n"
                 "return @.o(3,[1]).y }");
    expect_marks("o\n.p\n// c\n= v", "@.z(0,o,\"p\",\n\n\nv)");
    expect_marks("super_; class B extends A { m() { super.x = super.y } }",
                 "super_; class B extends A { m() {@.f(0); (@.o(1,this),super.x = super.y) } }");
    expect_marks("let f; () => f = 1; with (o) { f(); f }",
                 "var @0=@.n(0);let f; () => (@.f(1),@.a(2,@0,f = 1)); with (o) { f(); f }");
}

/* What ends at one place ends from the inside out. */
static void ends_are_nested(void **state)
{
    (void)state;
    expect_marks("o.f = (m) => g(() => { m = 1 })",
                 "@.z(0,o,\"f\",(m) => {var @2=@.n(2);@.f(1);return (g(() => {@.f(3); "
                 "@.a(4,@2,m = 1) }))})");
    expect_marks("class A extends B { m() { super.p = (m) => g(() => { m = 1 }) } }",
                 "class A extends B { m() {@.f(0); (@.o(1,this),super.p = (m) => {var "
                 "@3=@.n(3);@.f(2);return (g(() => {@.f(4); @.a(5,@3,m = 1) }))}) } }");
    expect_marks("let __proto__; () => { __proto__ = 2; g({__proto__}) }",
                 "var @0=@.n(0);let __proto__; () => {@.f(1); @.a(2,@0,__proto__ = 2); "
                 "g({['__proto__']:@.r(3,@0,__proto__)}) }");
}

static void each_activation_has_variables_of_its_own(void **state)
{
    (void)state;
    expect_marks("function f(a) { 'use strict'; () => a++ }",
                 "function f(a) { 'use strict';;@.f(0);var @1=@.n(1); () => (@.f(2),@.a(3,@1,a++)) "
                 "}");
    expect_marks("for (let i = 0; i < 2; i++) { let x; () => x = i }",
                 "for (let @0=@.n(0),i = @.a(1,@0,0); @.r(2,@0,i) < 2; @0=@.n(0),@.a(3,@0,i++)) "
                 "{let @4=@.n(4); let x; () => (@.f(5),@.a(6,@4,x = @.r(7,@0,i))) }");
    expect_marks("for (let i = 0; ;) () => i++",
                 "for (let @0=@.n(0),i = @.a(1,@0,0); ;) () => (@.f(2),@.a(3,@0,i++))");
    expect_marks("for (let x of y) { () => x++ } try {} catch (e) { () => e++ }",
                 "for (let x of @.o(0,y)) {let @1=@.n(1); () => (@.f(2),@.a(3,@1,x++)) } "
                 "try {} catch (e) {let @4=@.n(4); () => (@.f(5),@.a(6,@4,e++)) }");
    expect_marks("function* g() { let t = 0; t++; yield t } function h() { let t = 0; t++ }",
                 "function* g() {@.f(0);var @1=@.n(1); let t = @.a(2,@1,0); @.a(3,@1,t++); yield "
                 "@.r(4,@1,t) } function h() {@.f(5); let t = 0; t++ }");
}

static void what_touches_a_whole_or_a_key_is_told(void **state)
{
    (void)state;
    expect_marks("m.get(k); m.get(...k); Object.assign(a, b); JSON.stringify(o); var {p, q: {r}} = "
                 "o, {...s} = o",
                 "@.o(0,m).get(@.k(0,k)); @.o(1,m).get(...@.o(2,k)); @.o(3,Object).assign("
                 "@.o(4,a), @.o(5,b)); @.o(6,JSON).stringify(@.o(7,o)); var {p, q: {r}} = "
                 "@.o(8,@.o(9,o)), {...s} = @.o(10,o)");
}

static void sites_know_what_they_decide(void **state)
{
    (void)state;
    struct js_file *file =
        js_parse(STR("if (a.b && !c.d.e) f.g(); h.i++; j.k = j.k + 1; l.m = 2; n.o(p.q) ? 1 : r.s"),
                 JS_SCRIPT);
    struct instrumented result = instrument(file, NULL);
    static const struct {
        const char *name;
        uint8_t flags;
    } wanted[] = {{"b", SITE_DECIDES},
                  {"e", SITE_DECIDES},
                  {"d", 0},
                  {"g", SITE_CALLS},
                  {"i", SITE_RELATIVE},
                  {"k", SITE_RELATIVE},
                  {"k", 0},
                  {"m", 0},
                  {"o", SITE_DECIDES | SITE_CALLS},
                  {"q", 0},
                  {"s", 0}};
    assert_int_equal(result.sites.len, COUNT_OF(wanted));
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        assert_true(str_is(result.sites.at[i].name, wanted[i].name));
        assert_int_equal(result.sites.at[i].flags, wanted[i].flags);
    }
    instrumented_free(&result);
    js_free(file);
}

static bool only_functions(void *context, uint32_t id, const struct site *site)
{
    (void)context, (void)id;
    return site->kind == SITE_FUNCTION;
}

static void sites_are_selected_and_keep_their_numbers(void **state)
{
    (void)state;
    struct js_file *file = js_parse(STR("o.p; () => o.q"), JS_SCRIPT);
    struct instrument_options options = {.wants = only_functions};
    struct instrumented result = instrument(file, &options);
    assert_string_equal(result.text.at, "o.p; () => (" INSTRUMENT_NAME ".f(1),o.q)");
    assert_int_equal(result.sites.len, 3);
    assert_int_equal(result.marked, 1);
    assert_true(str_is(result.sites.at[2].name, "q"));
    assert_int_equal(result.sites.at[2].kind, SITE_GET);
    instrumented_free(&result);
    js_free(file);
}

static void what_we_cannot_rewrite_is_left_alone(void **state)
{
    (void)state;
    static const char *const texts[] = {"a.b = ;", "<A b={c.d}/>", "f(" INSTRUMENT_NAME ".o)"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct js_file *file = js_parse(str_of(texts[i]), JS_SCRIPT);
        struct instrumented result = instrument(file, NULL);
        assert_non_null(result.refusal);
        assert_string_equal(result.text.at, texts[i]);
        instrumented_free(&result);
        js_free(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_nest_and_keep_lines),
        cmocka_unit_test(every_form_has_its_mark),
        cmocka_unit_test(what_breaks_easily_is_kept),
        cmocka_unit_test(ends_are_nested),
        cmocka_unit_test(each_activation_has_variables_of_its_own),
        cmocka_unit_test(what_touches_a_whole_or_a_key_is_told),
        cmocka_unit_test(sites_know_what_they_decide),
        cmocka_unit_test(sites_are_selected_and_keep_their_numbers),
        cmocka_unit_test(what_we_cannot_rewrite_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
