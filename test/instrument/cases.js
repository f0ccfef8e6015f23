'use strict';
// Small programs whose meaning is easily changed by a rewriting: plain and instrumented they must log the same, on the same
// lines. test262.js does this for thousands; these are what `make test` has at hand.
const vm = require('node:vm');
const { instrument, realm } = require('./harness');

const programs = [
  'const fs = []; for (let i = 0, k = 1; i < 3; i++) { let x = i; fs.push(() => x++ + i++ + k++) } for (let j = 0; ; ) { fs.push(() => j++); if (j++ > 1) break } log(fs.map(f => f() + f()))',
  '{ const f = g; g(); let x = 1; function g() { try { x++ } catch (e) { log(e.name) } } f(); log(x) } early(); var v = 1; function early() { log(typeof v); v = 2 } log(v); try { throw 1 } catch (e) { const f = () => e++; f(); log(e) }',
  'for (const k of ["a"]) { let n = 0; (() => n++)(); log(k, n) } for (var q in {x: 1}) (() => q += 1)(); log(q); function* g(a) { let t = a; while (t < 9) t += yield t } const i = g(1), j = g(5); log(i.next(), j.next(), i.next(2), j.next(3))',
  'const m = new Map(), s = new Set(); m.set("a", m.get("b")).set(m.has("a"), 1); s.add(m.get(m.keys().next().value)); log([...m], [...s], m.delete("a"), Object.assign({}, {a: 1}, null), Object.keys(m), JSON.stringify({m: [1]}), Array.from(s))',
  'leaked = 1; leaked += 2; log(typeof nowhere, typeof leaked, leaked); try { nowhere } catch (e) { log(e.message) } const {a, b: {c}, ...d} = {a: 1, b: {c: 2}, e: 3}; log(a, c, d); try { const {z} = null } catch (e) { log(e.name) }',
  'let x = 1; const f = () => x; try { y; let y = 1; (() => y)() } catch (e) { log(e.name) } x = 2; log(f(), typeof x, typeof nowhere)',
  'let o = {get a() { log("get", this === o); return 1 }, set a(v) { log("set", v) }}; o.a = o.a + 1; o.a += 2; o.a++; log(++o.a); o.a ||= 5; o.a &&= 6; o.a ??= 7',
  'const order = []; const at = (n, v) => (order.push(n), v); at(1, {})[at(2, "k")] = at(3, 4); at(5, {n: 1})[at(6, "n")] += at(7, 1); log(order)',
  'try { null[log("key")] = log("value") } catch (e) { log(e.constructor === TypeError) } try { (void 0).x += log("never") } catch (e) { log(e.name) }',
  'let n = 0; const k = {toString() { n++; return "p" }}; const o = {p: 1}; o[k]++; o[k] += 1; o[k] = 5; delete o[k]; log(n, k in o, n)',
  'let f = function() {}; () => f; log(f.name); f = () => {}; log(f.name); f = class {}; log(f.name); let g; (() => g); g = function() {}; log(g.name); class A { h = () => {} } log(new A().h.name)',
  'class A { #x = 1; static #n = 0; static is(o) { return #x in o } inc() { A.#n++; this.#x += 1; [this.#x] = [this.#x * 2]; return this.#x } static n() { return A.#n } } const a = new A(); log(a.inc(), a.inc(), A.n(), A.is(a), A.is({}))',
  'class A { m() { return this.v } set w(x) { log("w", x) } } class B extends A { v = 3; m() { super.w = 4; return super.m() } } let C = B; () => { C = A }; log(new C().m(), new B instanceof C)',
  'let ns = {K: class { constructor(a) { this.a = a } }}; () => { ns = 0 }; log(new ns.K(1).a, new ns["K"](2).a, new (ns.K)(3).a, new ns.K)',
  'var f = function() { return this === o }, o = {f}; (() => { f = f }); with (o) log(f()); log(o.f(), (o.f)(), (0, o.f)(), o?.f(), o?.["f"]())',
  'let x = 5; () => x; log(eval("x = x + 1"), x); function g() { return arguments.length } log(g(...[1, 2], 3))',
  'const o = Object.freeze({p: 1}); o.p = 2; log(o.p); (function() { "use strict"; try { o.p = 3 } catch (e) { log(e.constructor === TypeError) } try { o.p++ } catch (e) { log(e.name) } try { delete o.p } catch (e) { log(e.name) } })(); log(delete o.p)',
  'function* g() { let x = 0; const f = () => x; while (x < 3) x += yield x; return f() } const i = g(); log(i.next().value, i.next(1).value, i.next(2).value, i.next(3))',
  'const o = {}; (async () => { o.a = await 1; o[await "b"] = await 2; let s = 0; const f = () => s; for await (s of [3, Promise.resolve(4)]) o.c = s; log(o, f()) })()',
  'let a, b, r, o = {}; () => [a, b, r]; [a, b = a, ...r] = [1, , 3, 4]; ({a, b: o.b = 5, ...o.rest} = {a: 2, c: 6}); log(a, b, r, o); for (o.k in {x: 1}) log(o.k); for ([a, o.z] of [[7, 8]]) log(a, o.z)',
  'let a = 1\nlet b = a\n;[a, b] = [b, 3]\nlog(a, b)\n;(function() { a++ })()\nb = a\n++b\nlog(a, b)\nvar c = a\n/b/1\nlog(c)',
  'let x = 1; const f = () => { x++ }; f(); if (x)x=5;else x=6; for (x = 0; x < 3; x++) ; do x--; while (x > 1)\nlog(x); switch (x) { case x: log("case") } label: for (;;) break label; log(`${x}${f}`.length > 1)',
  'const t = (s, ...v) => s.raw.join("|") + v; const o = {t}; let v = 1; () => v++; log(t`a${v}b`, o.t`c${v}`, t`a` === t`a`); const k = s => s; const same = () => k`x`; log(same() === same())',
  'const o = {a: {b: null}}; log(o?.a?.b?.c.d.e, o.a?.["b"]?.f(), delete o?.a?.b, o?.zz?.(log("never")))',
  'function f(a = b => a, {c, [`k${1}`]: d = () => c} = {c: 1}) { a = 2; return [typeof a, d(), arguments.length] } log(f()); log(((a, b) => a).length, f.length)',
  'log((() => ({a: 1}).a)(), (() => (1, 2))(), (a => b => a + b)(1)(2), (async () => {})().constructor.name); var y = typeof(function() {}).name; log(y)',
  'Object.defineProperty(Object.prototype, "w", {set(v) { log("proto", this instanceof Object, v) }, configurable: true}); const o = {}; o.w = 1; log(Object.keys(o)); "s".w = 2; delete Object.prototype.w',
  'const p = new Proxy({}, {get: (t, k) => (log("get", k), 1), set: (t, k, v) => (log("set", k, v), true), has: (t, k) => (log("has", k), true), deleteProperty: (t, k) => (log("del", k), true)}); p.a; p.a = 1; p.a += 1; "b" in p; delete p.c; const {d} = p',
  'let e = 1; const g = () => e; try { throw 2 } catch (e) { var e2 = e; (() => e)() } log(e, e2); { function h() { return 1 } } log(h()); h = 3; (() => h); log(h)',
  'throw_ = () => { throw new Error("x") }; try { throw_() } catch (e) { log(/:1:/.test(e.stack)) }\nconst at = () => new Error("y").stack.split("\\n")[1]\n\nlet q = {}; q\n.r\n= at(); log(/:6:|:2:/.test(q.r))',
];

function run(text) {
  const logged = [];
  const log = (...values) => void logged.push(JSON.stringify(values, (_, v) => (v === undefined ? 'undefined' : typeof v === 'function' ? 'function' : v)));
  const context = realm({ log, Promise, setTimeout }, () => marks++);
  try {
    vm.runInContext(text, context, { filename: 'case.js' });
  } catch (error) {
    logged.push(`throws ${error}`);
  }
  return new Promise(resolve => setImmediate(() => setImmediate(resolve, logged)));
}

let marks = 0;
async function main() {
  let passed = 0, failed = 0;
  const changed = instrument(programs.map(text => ({ text })));
  for (const [i, text] of programs.entries()) {
    const plain = await run(text);
    marks = 0;
    const marked = await run(changed[i].text);
    const ok = !changed[i].refusal && plain.length > 0 && marks > 0 && plain.join('\n') === marked.join('\n');
    if (ok) passed++;
    else failed++, console.log(`FAILED ${text}\n  ${changed[i].refusal || changed[i].text}\n  plain: ${plain}\n  marked: ${marked} (${marks} marks)`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
main();
