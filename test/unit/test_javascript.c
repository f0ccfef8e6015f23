/* javascript: the parser, its places, scopes, and how it gets up after errors. */
#include "test.h"

#include "base/buf.h"
#include "javascript/javascript.h"

static struct js_file *parse(const char *text)
{
    return js_parse(str_of(text), JS_SCRIPT);
}

/* Parses and expects no problem. */
static struct js_file *parse_clean(const char *text, enum js_dialect dialect)
{
    struct js_file *file = js_parse(str_of(text), dialect);
    if (file->problems.len)
        print_error("%s: " STR_FMT "\n", text, STR_ARG(file->problems.at[0].message));
    assert_int_equal(file->problems.len, 0);
    return file;
}

static void every_form_of_today_is_read(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "label: for (let i = 0, n = 3; i < n; i++) { if (i) continue label; else break label }",
        "for (const [a, {b = 1, ...c}] of x) {} for (var k in o); for await (const v of g()) ;",
        "async function* f(a, [b], {c, d: [e] = []} = {}, ...rest) { yield* g(); await a }",
        "class A extends (B, C) { #p = 1; static { this.x = 2 } get a() { return this.#p } async "
        "*g() {} 'quoted'() {} [k] = 3; static async = 1 }",
        "x = a?.b?.[c]?.(d) ?? e; y ||= 1; z &&= 2; w ?"
        "?= 3; q = 2 ** 3 ** 2; n = 1_000n; h = 0xff",
        "var re = /[/\\]]+/gi, d = a / b / c, t = `a${`b${c}`}d`; if (x) /re/.test(y)",
        "const f = async x => x, g = async (a, b) => ({a, b}), h = (a, b = (1, 2)) => { return a "
        "}, i = () => {}",
        "import a, {b as c, default as d} from 'x'; import * as ns from 'y'; export {c as e}; "
        "export * from 'z'; export default class {}",
        "export const q = await import('x'); export async function r() {} import.meta.url; "
        "new.target",
        "try { throw 1 } catch { } finally { } switch (x) { case 1: default: y } do x++; while (x) "
        "with (o) p",
        "a\n++b\nreturn_ = 1\nlet async\nasync = 2; var let_ = {get, set, async, static: 1, await: "
        "2, get x() { return 1 }}",
        "<div a={1} b='x' {...c}>text {d} <e.f/> <></></div>; x = a < b && c > d",
        "x = 'a \\\r\n b \\\n c'",
    };
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        js_free(parse_clean(forms[i], JS_SCRIPT));
}

static void types_are_read_and_dropped(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "interface A<T extends B = C> extends D { x?: number; m(): void } type E = {[k in keyof "
        "A]?: A[k]} | `x${infer Y}`",
        "enum Colour { Red, Green = 'g' } declare const x: number; declare module 'y' { } "
        "namespace N.M { export const a = 1 }",
        "function f<T>(this: Window, a: T, b?: string): asserts a is T; function f(a: any) { "
        "return a as unknown as T satisfies U }",
        "class A<T> implements B { constructor(private readonly x: number, public y = 1) {} "
        "abstract z: T; declare w: string; m?(): void; [k: string]: any }",
        "const g = <T,>(x: T): x is string => f<T>(x)!, h = (a: number, b?: string): Promise<void> "
        "=> {}, i = a < b, j = new Map<string, Array<number>>()",
        "import type {A} from 'a'; import {type B, C} from 'b'; export type {D}; export = f; "
        "import fs = require('fs')",
        "@dec() class A { @dec x = 1; @dec() m(@inject() p: P) {} }",
        "const t = x ? (y) : z;",
        "type M<O> = keyof O extends infer K extends string ? K : never; type N<T> = T extends "
        "[infer H extends string, ...infer R] ? H : T extends B<infer X extends Y ? 1 : 2> ? 3 : 4",
        "type E<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? A : "
        "B",
        "const a = c ? (s: any): boolean => s === 1 || (c && s === 2) : undefined, b = c ? (s) : t "
        "=> s ? 1 : 2, d = c ? (): void => { x ? 1 : 2 } : (s): any => [s ? 1 : 2, /:/], e = c ? "
        "async ({s}): Promise<T> => `${s ? 1 : 2}:` : c ? (s, t) : u",
        "declare module 'm' { type S<T> = T extends `${infer P}?${string}` ? P : T } declare "
        "interface I<A = {}, B = {}> { x: `${A}` }",
        "import {type as} from 'a'; import {type as as b} from 'b'; import {type as c} from "
        "'c'; "
        "import {type as as} from 'd'; import {type d, type e as f, type} from 'e'",
    };
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        js_free(parse_clean(forms[i], JS_TYPESCRIPT));
}

static void places_are_exact(void **state)
{
    (void)state;
    const char *text = "\xef\xbb\xbf// bom\r\nlet p = new Promise(r => r(1))\r\np.then(f)";
    struct js_file *file = parse_clean(text, JS_SCRIPT);
    const struct js_node *declaration = file->program->a, *statement = declaration->next;
    const struct js_node *made = declaration->a->b;
    assert_memory_equal(text + made->start, "new Promise(r => r(1))", made->end - made->start);
    assert_memory_equal(text + statement->a->start, "p.then(f)",
                        statement->a->end - statement->a->start);
    assert_memory_equal(text + statement->a->a->b->start, "then", 4);
    js_free(file);
}

static const struct js_variable *variable_named(const struct js_scope *scope, const char *name)
{
    for (const struct js_variable *v = scope->variables; v; v = v->next)
        if (str_is(v->name->text, name))
            return v;
    return NULL;
}

static void scopes_know_who_captures(void **state)
{
    (void)state;
    struct js_file *file = parse_clean(
        "var a = 1, b = 2; function f(c) { { let a = 3; a } var d; return () => { b = c; } }",
        JS_SCRIPT);
    const struct js_scope *top = file->top->scope;
    assert_false(variable_named(top, "a")->captured);
    assert_true(variable_named(top, "b")->captured);
    assert_true(variable_named(top, "b")->written_in_closure);
    const struct js_function *f = file->functions.at[1];
    assert_true(variable_named(f->scope, "c")->captured);
    assert_non_null(variable_named(f->scope, "d"));
    assert_null(variable_named(f->scope, "a"));
    js_free(file);
}

static void what_is_no_program_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "function[]",
        "function[](){}",
        "function{}(){}",
        "function(){}",
        "function*(){}",
        "async function(){}",
        "x = function[](){}",
        "function if(){}",
        "class{}",
        "class extends[]{}",
        "class[]{}",
        "x = class[]{}",
        "class if{}",
        "export function(){}",
        "export class{}",
        "const {[x]} = y",
        "const {'x'} = y",
        "const {1} = y",
        "const {if} = y",
        "f({[x]}) + 1",
        "1 = 2",
        "a + b = c",
        "[1] = x",
        "({a: 1} = x)",
        "++1",
        "f++ ++",
        "a?.b = 1",
        "() => {} = 1",
        "throw\n1",
        "let [a];",
        "var {a};",
        "import {if} from 'a'",
    };
    static const char *const wrong_types[] = {"enum[]{}", "namespace[]{}", "import[] = x",
                                              "abstract class extends A{}", "const this = 1"};
    for (size_t i = 0; i < COUNT_OF(wrong) + COUNT_OF(wrong_types); i++) {
        bool typed = i >= COUNT_OF(wrong);
        const char *text = typed ? wrong_types[i - COUNT_OF(wrong)] : wrong[i];
        struct js_file *file = js_parse(str_of(text), typed ? JS_TYPESCRIPT : JS_SCRIPT);
        if (!file->problems.len)
            print_error("accepted: %s\n", text);
        assert_int_not_equal(file->problems.len, 0);
        js_free(file);
    }
    js_free(parse_clean("export default function(){}", JS_SCRIPT));
    js_free(parse_clean("export default class extends A {}", JS_SCRIPT));
    js_free(parse_clean("export default async function*(){}", JS_SCRIPT));
    js_free(parse_clean("[a, , b.c, ...d[0]] = {e, f: [g] = h} = f() = x; for ([a] of b) ;",
                        JS_SCRIPT));
    js_free(parse_clean("for (const [a] of b) for (let {c} in d) ; import {if as e} from 'f'",
                        JS_SCRIPT));
    js_free(parse_clean("export default abstract class {}", JS_TYPESCRIPT));
    js_free(parse_clean("x! = 1; (x as any) = 2; (<any>x).y++; y!++", JS_TYPESCRIPT));
}

static void the_rest_is_read_after_an_error(void **state)
{
    (void)state;
    struct js_file *file =
        parse("function f( { ;\nconst ok = 1;\nlet = = 3;\nfunction g() { return ok }");
    assert_true(file->problems.len >= 1);
    assert_non_null(variable_named(file->top->scope, "ok"));
    assert_non_null(variable_named(file->top->scope, "g"));
    js_free(file);
}

/* Whoever reads on as if nothing were misreads the rest of the file. */
static void what_endangers_the_rest_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        enum js_dialect dialect;
    } cases[] = {
        {"f(); /* never closed\ng();", "comment never ends", JS_SCRIPT},
        {"function f() { } }\ng();", "closes nothing", JS_SCRIPT},
        {"function f() { await g() }", "not async", JS_SCRIPT},
        {"export function f() { return await g() }", "not async", JS_SCRIPT},
        {"export const f = () => await g();", "not async", JS_SCRIPT},
        {"function f(): void { await g() }", "not async", JS_TYPESCRIPT},
        {"function f(): void { for await (const x of y) ; }", "not async", JS_TYPESCRIPT},
        {"const f = () => { for await (const x of y) ; }", "not async", JS_SCRIPT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct js_file *file = js_parse(str_of(cases[i].text), cases[i].dialect);
        assert_int_equal(file->problems.len, 1);
        struct str message = file->problems.at[0].message;
        assert_non_null(
            memmem(message.at, message.len, cases[i].message, strlen(cases[i].message)));
        js_free(file);
    }
    js_free(
        parse_clean("function f(await) { await(1); await[0]; await.x; return await }", JS_SCRIPT));
    js_free(
        parse_clean("await f(); for await (const x of y) ; async () => { await 1 }", JS_SCRIPT));
    js_free(parse_clean("function f() { return (<div>/* text {a}</div>) }", JS_SCRIPT));
}

static void annotations_in_js_are_skipped(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "// @flow\nimport type {A} from 'a'; import {type B, typeof C} from 'b'; import typeof D "
        "from 'd'; function f(x: ?A, y?: B = 1): Promise<void> { return (x: any) }",
        "export type T = {| +a: string, -b: ?number, [string]: T |}; opaque type U: T = V; class "
        "A<+X: "
        "Y = Z> extends B<X> { +a: number = 1; static +b: string; c: X => void; #d: T }",
        "const f = (x: string => void, y: (string, ?number) => void): number => 1; type F = * ; "
        "declare export function g(x: T): void; declare var h: T;",
        "component A(b: C, 'data-x' as d: E, ...rest: F) renders G { return 1 } hook useX() { }",
        "const x: number = 1; let y = z as any; interface I { a: string }",
    };
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        js_free(parse_clean(forms[i], JS_SCRIPT));
}

static void ambiguity_without_end_is_bounded(void **state)
{
    (void)state;
    struct buf text = {0};
    for (unsigned n = 0; n < 20000; n++)
        buf_text(&text, "a<b<");
    struct js_file *file = js_parse(buf_view(&text), JS_TYPESCRIPT);
    assert_int_equal(file->problems.len, 2);
    struct str first = file->problems.at[0].message;
    assert_non_null(memmem(first.at, first.len, "several ways", 12));
    js_free(file);
    buf_free(&text);
}

static void a_wish_to_stop_ends_the_file(void **state)
{
    (void)state;
    atomic_bool stop = true;
    struct js_file *file = js_parse_until(NULL, STR("a(); function f() { b( }"), JS_SCRIPT, &stop);
    assert_int_equal(file->problems.len, 0);
    assert_int_equal(file->functions.len, 1);
    js_free(file);
}

static void too_large_is_told_unread(void **state)
{
    (void)state;
    size_t length = JS_LARGEST + 1;
    char *text = mem_zalloc(length); /* its pages are never touched */
    struct js_file *file = js_parse((struct str){text, length}, JS_SCRIPT);
    assert_int_equal(file->problems.len, 1);
    assert_true(str_is(file->problems.at[0].message, "larger than 16 MB: not read"));
    js_free(file);
    free(text);
}

static void nesting_without_end_is_refused(void **state)
{
    (void)state;
    static const char *const pieces[] = {"(",   "[",     "{",    "`${",  "a?b:",
                                         "!",   "-",     "f(",   "new ", "async()=>",
                                         "<a>", "if(x)", "()=>", "@",    "function*g(){yield "};
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        struct buf text = {0};
        for (unsigned n = 0; n < 100000; n++)
            buf_text(&text, pieces[i]);
        struct js_file *file = js_parse(buf_view(&text), JS_SCRIPT);
        assert_true(file->problems.len >= 1);
        js_free(file);
        buf_free(&text);
    }
}

static void any_bytes_are_harmless(void **state)
{
    (void)state;
    static const char bytes[] = "var a = \"\xff\xfe\0x\"; \0\0 let \xc3\x28 = 1; '\\";
    js_free(js_parse((struct str){bytes, sizeof bytes - 1}, JS_SCRIPT));
    js_free(js_parse((struct str){"", 0}, JS_TSX));
    js_free(js_parse((struct str){"#", 1}, JS_SCRIPT));
    js_free(js_parse((struct str){"/*", 2}, JS_TYPESCRIPT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_today_is_read),
        cmocka_unit_test(types_are_read_and_dropped),
        cmocka_unit_test(places_are_exact),
        cmocka_unit_test(scopes_know_who_captures),
        cmocka_unit_test(what_is_no_program_is_refused),
        cmocka_unit_test(the_rest_is_read_after_an_error),
        cmocka_unit_test(what_endangers_the_rest_is_told),
        cmocka_unit_test(annotations_in_js_are_skipped),
        cmocka_unit_test(ambiguity_without_end_is_bounded),
        cmocka_unit_test(a_wish_to_stop_ends_the_file),
        cmocka_unit_test(too_large_is_told_unread),
        cmocka_unit_test(nesting_without_end_is_refused),
        cmocka_unit_test(any_bytes_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
