'use strict';
// Random programs whose log lines come in an order that Node determines.
//
// Everything that the runtime leaves open is kept out by construction: every timer gets a deadline of its own, SLOT ms from
// any other (or shares delay and context with one, and then comes behind it); a program has either immediates or timers of
// 0 and 1 ms, not both; every rejection is caught. A context knows its place in time (`slot`), so that timers can be nested;
// where that place is not known (reactions on what a timer settles) no timer is started.

const SLOT = 40; // ms between deadlines

// splitmix32: a seed is a program.
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 4294967296;
  };
}

class Program {
  constructor(seed) {
    this.next = random(seed);
    this.labels = 0;
    this.names = 0;
    this.budget = 6 + this.below(26); // statements that may still be made
    this.immediates = this.chance(0.5);
    this.slots = new Set();
    this.uses = new Set();
  }

  below(bound) { return Math.floor(this.next() * bound); }
  chance(probability) { return this.next() < probability; }
  pick(list) { return list[this.below(list.length)]; }
  name(prefix) { return `${prefix}${++this.names}`; }
  log(value) { return `console.log('${++this.labels}'${value ? `, ${value}` : ''});`; }
  number() { return String(1 + this.below(9)); }

  // A delay whose deadline nobody else has; null where the context's place in time is unknown or time is used up.
  delay(context) {
    if (context.slot === null) return null;
    if (context.delays.length && this.chance(0.25)) return this.pick(context.delays);
    for (let tries = 0; tries < 6; tries++) {
      const slot = context.slot + 1 + this.below(5);
      if (slot > 12 || this.slots.has(slot)) continue;
      this.slots.add(slot);
      context.delays.push(slot - context.slot);
      return slot - context.slot;
    }
    return null;
  }

  inside(context, changes = {}) {
    return { ...context, depth: context.depth + 1, delays: [], async: false, ...changes };
  }

  statements(context, most = 3) {
    const lines = [];
    const count = 1 + this.below(most);
    for (let i = 0; i < count; i++) {
      if (this.budget-- <= 0 || context.depth > 5) {
        lines.push(this.log());
        break;
      }
      lines.push(this.pick(context.async && this.chance(0.5) ? asyncStatements : statements)(this, context));
    }
    return lines.join('\n');
  }

  // The text of a callback: `v => { ... }`.
  callback(context, parameter = '', ending = '') {
    const start = this.chance(0.7) ? `${this.log(parameter && this.chance(0.3) ? parameter : '')}\n` : '';
    return `(${parameter}) => {\n${start}${this.statements(context, 2)}\n${ending}}`;
  }

  text() {
    const body = this.statements({ slot: 0, depth: 0, delays: [], async: false }, 9);
    const heads = {
      events: `const { EventEmitter, once } = require('node:events');`,
      timers: `const timers = require('node:timers/promises');`,
      util: `const { promisify } = require('node:util');`,
    };
    const head = Object.keys(heads).filter(use => this.uses.has(use)).map(use => heads[use]);
    return `'use strict';\n${[...head, body].join('\n')}\n`;
  }
}

// ---- expressions -----------------------------------------------------------------------------------------------------
// Each gives { text, instant }: a value or promise that never rejects; `instant` where only microtasks are needed.

const later = text => ({ text, instant: false });
const soon = text => ({ text, instant: true });

const values = [
  p => soon(p.number()),
  p => soon(`Promise.resolve(${p.number()})`),
  p => soon(`Promise.resolve(Promise.resolve(${p.number()}))`),
  p => soon(`new Promise(resolve => { ${p.log()} resolve(${p.number()}); })`),
  p => soon(`new Promise(resolve => resolve(Promise.resolve(${p.number()})))`),
  p => soon(`({ then(resolve) { ${p.log()} resolve(${p.number()}); } })`),
  p => soon(`Promise.resolve({ then(resolve) { ${p.log()} resolve(${p.number()}); } })`),
  p => soon(`Promise.resolve(${p.number()}).then(v => { ${p.log('v')} return v + 1; })`),
  p => soon(`(async () => { ${p.log()} return ${p.number()}; })()`),
  p => soon(`(async () => { await ${p.number()}; ${p.log()} return Promise.resolve(${p.number()}); })()`),
  p => soon(`Promise.reject('r${p.number()}').catch(e => { ${p.log('e')} return ${p.number()}; })`),
  p => soon(`new Promise((resolve, reject) => reject('r')).then(v => v, e => ${p.number()})`),
  p => soon(`Promise.resolve(${p.number()}).finally(() => { ${p.log()} })`),
  p => soon(`new Promise(resolve => process.nextTick(() => { ${p.log()} resolve(${p.number()}); }))`),
  p => soon(`new Promise(resolve => queueMicrotask(() => { ${p.log()} resolve(${p.number()}); }))`),
  p => soon(`({ then(resolve) { queueMicrotask(() => { ${p.log()} resolve(${p.number()}); }); } })`),
  p => soon(`({ then(resolve, reject) { resolve(${p.number()}); ${p.log()} reject('no'); throw 'no'; } })`),
  p => soon(`({ then: ${p.number()} }, ${p.number()})`),
  p => soon(`Promise.resolve({ then(resolve, reject) { reject('r${p.number()}'); } }).catch(e => { ${p.log('e')} return ${p.number()}; })`),
  p => soon(`new Promise((resolve, reject) => { resolve(${p.number()}); ${p.log()} reject('late'); throw 'ignored'; })`),
  p => soon(`new Promise(() => { throw 'x${p.number()}'; }).catch(e => { ${p.log('e')} return ${p.number()}; })`),
  p => soon(`(async () => { try { return ${p.number()}; } finally { await null; ${p.log()} } })()`),
  p => soon(`(async () => { try { throw 't'; } catch (e) { ${p.log('e')} return await ${p.number()}; } })()`),
  p => soon(`Promise.resolve(${p.number()}).finally(() => Promise.resolve().then(() => { ${p.log()} }))`),
  p => soon(`Promise.resolve(${p.number()}).finally(() => { throw 'f'; }).catch(e => { ${p.log('e')} return ${p.number()}; })`),
  p => soon(`Promise.all(new Set([${p.number()}, ${p.number()}])).then(v => { ${p.log(`v.join('+')`)} return v.length; })`),
  p => soon(`(async a => { ${p.log('a')} return (async () => a)(); })(${p.number()})`),
];

function value(p, context) {
  const delay = p.chance(0.12) ? p.delay(context) : null;
  if (delay === null) return p.pick(values)(p);
  if (p.chance(0.3)) {
    p.uses.add('timers');
    return later(`timers.setTimeout(${delay * SLOT}, ${p.number()})`);
  }
  return later(`new Promise(resolve => setTimeout(() => { ${p.log()} resolve(${p.number()}); }, ${delay * SLOT}))`);
}

const promise = (p, context) => {
  const made = value(p, context);
  return { ...made, text: `Promise.resolve(${made.text})` };
};

// How a reaction ends.
function ending(p, context) {
  const roll = p.next();
  if (roll < 0.3) return '';
  if (roll < 0.5) return `return ${p.number()};\n`;
  if (roll < 0.65) return `throw 'e${p.number()}';\n`;
  return `return ${p.pick(values)(p).text};\n`;
}

const links = [
  (p, c) => `.then(${p.callback(c, 'v', ending(p, c))})`,
  (p, c) => `.then(${p.callback(c, '', ending(p, c))})`,
  (p, c) => `.then(${p.callback(c, 'v', ending(p, c))}, ${p.callback(c, 'e', ending(p, c))})`,
  (p, c) => `.catch(${p.callback(c, 'e', ending(p, c))})`,
  (p, c) => `.finally(${p.callback(c, '', ending(p, c))})`,
  () => '.then()',
  p => `.then(v => ${p.pick(values)(p).text})`,
];

const guard = p => `.catch(e => { ${p.log('e')} })`;

function chain(p, context) {
  const root = p.chance(0.2) ? soon(`Promise.reject('r${p.number()}')`) : promise(p, context);
  const inside = p.inside(context, { slot: root.instant ? context.slot : null });
  let text = root.text;
  for (let i = 1 + p.below(3); i > 0; i--) text += p.pick(links)(p, inside);
  return `${text}${guard(p)};`;
}

// ---- statements ------------------------------------------------------------------------------------------------------

function fork(p, context) {
  const name = p.name('p');
  const root = promise(p, context);
  const inside = p.inside(context, { slot: root.instant ? context.slot : null });
  const branches = [1, 2].map(() => `${name}${p.pick(links)(p, inside)}${guard(p)};`);
  return `const ${name} = ${root.text};\n${branches.join('\n')}`;
}

// A promise that somebody else settles.
function deferred(p, context) {
  const settle = p.name('settle'), name = p.name('p');
  const inside = p.inside(context, { slot: null });
  const [open, close] = p.pick([['queueMicrotask(() => ', ')'], ['process.nextTick(() => ', ')'], ['', ''],
    ['Promise.resolve().then(() => ', ')']]);
  return `let ${settle};\nconst ${name} = new Promise(resolve => { ${settle} = resolve; });\n` +
    `${name}.then(${p.callback(inside, 'v', ending(p, inside))})${guard(p)};\n` +
    `${open}${settle}(${p.pick(values)(p).text})${close};`;
}

function timer(p, context) {
  if (!p.immediates && context.slot !== null && p.chance(0.5))
    return `setTimeout(${p.callback(p.inside(context, { slot: null }))}, ${p.pick(['0', '1'])});`;
  const delay = p.delay(context);
  if (delay === null) return `queueMicrotask(${p.callback(p.inside(context))});`;
  return `setTimeout(${p.callback(p.inside(context, { slot: context.slot + delay }))}, ${delay * SLOT});`;
}

function immediate(p, context) {
  if (!p.immediates || context.slot === null) return `process.nextTick(${p.callback(p.inside(context))});`;
  return `setImmediate(${p.callback(p.inside(context))});`;
}

function cancelled(p, context) {
  const name = p.name('t');
  if (p.immediates && p.chance(0.5))
    return `const ${name} = setImmediate(() => { ${p.log()} });\nclearImmediate(${name});`;
  return `const ${name} = setTimeout(() => { ${p.log()} }, ${SLOT * 3});\nclearTimeout(${name});`;
}

function interval(p, context) {
  const delay = p.delay(context);
  if (delay === null || [2, 3].some(n => p.slots.has(context.slot + n * delay))) return p.log();
  const name = p.name('i'), count = p.name('n');
  [2, 3].forEach(n => p.slots.add(context.slot + n * delay));
  return `let ${count} = 0;\nconst ${name} = setInterval(() => {\n${p.log()}\n${p.pick(['', chain(p, p.inside(context, { slot: null }))])}\n` +
    `if (++${count} === ${2 + p.below(2)}) clearInterval(${name});\n}, ${delay * SLOT});`;
}

function asyncFunction(p, context) {
  const name = p.name('f');
  const body = p.statements(p.inside(context, { async: true, slot: null }), 4);
  const end = ending(p, context);
  const call = p.pick([`${name}(${p.number()})`, `Promise.resolve(${p.number()}).then(${name})`]);
  const use = p.pick([guard(p), `.then(v => { ${p.log()} })${guard(p)}`, `.finally(() => { ${p.log()} })${guard(p)}`]);
  return `async function ${name}(a) {\n${p.log('a')}\n${body}\n${end}}\n${call}${use};`;
}

function group(p, context) {
  const kind = p.pick(['all', 'race', 'any', 'allSettled']);
  const inputs = [];
  for (let i = p.below(4) + (kind === 'race' ? 1 : 0); i > 0; i--)
    inputs.push(p.chance(0.2) ? `Promise.reject('r${p.number()}')` : value(p, context).text);
  const show = { all: `v.join('+')`, race: 'v', any: 'v', allSettled: `v.map(r => r.status).join('+')` }[kind];
  const failed = kind === 'any' ? `e => { ${p.log()} }` : `e => { ${p.log('e')} }`;
  return `Promise.${kind}([${inputs.join(', ')}]).then(v => { ${p.log(show)} }, ${failed});`;
}

function emitter(p, context) {
  p.uses.add('events');
  const name = p.name('e');
  const lines = [`const ${name} = new EventEmitter();`];
  for (let i = 1 + p.below(3); i > 0; i--)
    lines.push(`${name}.${p.pick(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener'])}('x', ${p.callback(p.inside(context), 'v')});`);
  if (p.chance(0.3)) lines.push(`once(${name}, 'x').then(([v]) => { ${p.log('v')} });`);
  for (let i = 1 + p.below(2); i > 0; i--) lines.push(`${name}.emit('x', ${p.number()});`);
  if (p.chance(0.2)) lines.push(`${name}.removeAllListeners('x');`, `console.log('${++p.labels}', ${name}.emit('x', 0));`);
  return lines.join('\n');
}

function generator(p, context) {
  const name = p.name('g');
  const steps = [];
  for (let i = 1 + p.below(3); i > 0; i--)
    steps.push(p.pick([
      () => `yield ${p.number()};`,
      () => `yield ${p.pick(values)(p).text};`,
      () => p.log(),
      () => `await ${p.pick(values)(p).text};`,
      () => `yield* [${p.number()}, ${p.number()}];`,
      () => `yield* (async function* () { ${p.log()} yield ${p.number()}; })();`,
      () => `try { yield ${p.number()}; } finally { ${p.log()} }`,
    ])());
  const made = `async function* ${name}() {\n${steps.join('\n')}\n${p.pick(['', `return ${p.number()};`, `throw 'g';`])}\n}`;
  const loop = p.pick([
    () => `(async () => { for await (const v of ${name}()) { ${p.log('v')} } ${p.log()} })()${guard(p)};`,
    () => `(async () => { for await (const v of ${name}()) { ${p.log('v')} break; } ${p.log()} })()${guard(p)};`,
    () => {
      const it = p.name('it');
      const calls = [1, 2, 3].map(() => `${it}.next().then(r => { ${p.log('r.value, r.done')} })${guard(p)};`);
      if (p.chance(0.3)) calls.push(`${it}.return(${p.number()}).then(r => { ${p.log('r.value, r.done')} })${guard(p)};`);
      return `const ${it} = ${name}();\n${calls.join('\n')}`;
    },
  ]);
  return `${made}\n${loop()}`;
}

function iterable(p) {
  const name = p.name('it');
  return `const ${name} = { [Symbol.asyncIterator]() { let i = 0; return { next() { ${p.log('i')} return ` +
    `${p.pick(['Promise.resolve(', '('])}{ value: i, done: ++i > 2 }); } }; } };\n` +
    `(async () => { for await (const v of ${name}) { ${p.log('v')} } })()${guard(p)};`;
}

function promisified(p) {
  p.uses.add('util');
  const fail = p.chance(0.3);
  return `promisify((a, done) => { ${p.log()} process.nextTick(() => done(${fail ? `'bad'` : 'null, a'})); })(${p.number()})` +
    `.then(v => { ${p.log('v')} }, e => { ${p.log('e')} });`;
}

function abortable(p, context) {
  const name = p.name('ac');
  return `const ${name} = new AbortController();\n${name}.signal.addEventListener('abort', () => {\n${p.statements(p.inside(context), 2)}\n});\n` +
    `${name}.abort();`;
}

// Listeners, async methods and inheritance of one small class.
function service(p, context) {
  p.uses.add('events');
  const name = p.name('S'), object = p.name('s');
  const inside = p.inside(context, { async: true, slot: null });
  return `class ${name} extends EventEmitter {\nconstructor() { super(); this.count = 0; }\n` +
    `async work(n) {\n${p.log('n')}\n${p.statements(inside, 3)}\nthis.count += n;\nthis.emit('done', this.count);\nreturn this.count;\n}\n}\n` +
    `const ${object} = new ${name}();\n${object}.on('done', v => { ${p.log('v')} });\n` +
    `${object}.work(${p.number()}).then(v => { ${p.log('v')} })${guard(p)};\n` +
    (p.chance(0.5) ? `${object}.work(${p.number()}).finally(() => { ${p.log()} })${guard(p)};` : '');
}

// throw() and return() of an async generator, with requests that queue up.
function requests(p) {
  const name = p.name('g'), it = p.name('it');
  const calls = [];
  for (let i = 2 + p.below(3); i > 0; i--)
    calls.push(`${it}.${p.pick(['next()', 'next(5)', `return(${p.pick(values)(p).text})`, `throw('w')`])}` +
      `.then(r => { ${p.log('r.value, r.done')} }, e => { ${p.log('e')} });`);
  return `async function* ${name}() {\ntry {\n${p.log()}\nyield ${p.number()};\nyield ${p.number()};\n} catch (e) {\n${p.log('e')}\n` +
    `yield ${p.number()};\n} finally {\n${p.pick(['', 'await null;\n'])}${p.log()}\n}\n}\nconst ${it} = ${name}();\n${calls.join('\n')}`;
}

// Arguments that schedulers pass on.
function argued(p, context) {
  const kinds = [`process.nextTick((a, b) => { ${p.log('a, b')} }, ${p.number()}, 'x');`];
  const delay = p.delay(context);
  if (delay !== null) kinds.push(`setTimeout((a, b) => { ${p.log('a, b')} }, ${delay * SLOT}, ${p.number()}, 'y');`);
  if (p.immediates && context.slot !== null) kinds.push(`setImmediate(a => { ${p.log('a')} }, ${p.number()});`);
  return p.pick(kinds);
}

// One promise, handed on and settled once, although several try.
function contested(p) {
  const name = p.name('p');
  return `const ${name} = new Promise((resolve, reject) => {\nprocess.nextTick(() => { ${p.log()} resolve('tick'); });\n` +
    `queueMicrotask(() => { ${p.log()} ${p.pick([`reject('job')`, `resolve('job')`])}; });\n` +
    `Promise.resolve().then(() => resolve(${p.pick(values)(p).text}));\n});\n` +
    `${name}.then(v => { ${p.log('v')} }, e => { ${p.log('e')} });\nPromise.race([${name}, ${p.pick(values)(p).text}]).then(v => { ${p.log('v')} }, e => { ${p.log('e')} });`;
}

// A loop of awaits with break, continue and labels.
function labelled(p) {
  const label = p.name('outer'), i = p.name('k');
  return `(async () => {\n${label}: for (let ${i} = 0; ${i} < 3; ${i}++) {\nfor (const v of [1, 2]) {\nawait ${p.pick(values)(p).text};\n` +
    `console.log('${++p.labels}', ${i}, v);\nif (${i} === 1) ${p.pick(['continue', 'break'])} ${label};\n}\n}\n${p.log()}\n})()${guard(p)};`;
}

function branch(p, context) {
  const inside = p.inside(context, { async: context.async, delays: context.delays });
  return `if (${p.pick(['true', 'false', '1 + 1 === 2'])}) {\n${p.statements(inside, 2)}\n} else {\n${p.statements(inside, 2)}\n}`;
}

function loop(p, context) {
  const name = p.name('k');
  const inside = p.inside(context, { async: context.async, slot: null });
  return `for (let ${name} = 0; ${name} < ${1 + p.below(3)}; ${name}++) {\nconsole.log('${++p.labels}', ${name});\n${p.statements(inside, 1)}\n}`;
}

const statements = [
  p => p.log(), p => p.log(), chain, chain, chain, chain, fork, deferred, deferred,
  (p, c) => `process.nextTick(${p.callback(p.inside(c))});`,
  (p, c) => `queueMicrotask(${p.callback(p.inside(c))});`,
  timer, timer, immediate, immediate, cancelled, interval, asyncFunction, asyncFunction, asyncFunction, asyncFunction,
  group, group, emitter, generator, generator, iterable, promisified, abortable, branch, loop,
  service, requests, argued, contested, labelled,
];

// Only inside async functions.
const asyncStatements = [
  (p, c) => `await ${value(p, c).text};\n${p.log()}`,
  (p, c) => `await ${value(p, c).text};\n${p.log()}`,
  p => `console.log('${++p.labels}', await ${p.pick(values)(p).text});`,
  p => `try {\nawait Promise.reject('t');\n${p.log()}\n} catch (e) {\n${p.log('e')}\n} finally {\n${p.log()}\n}`,
  p => `for await (const v of [${p.pick(values)(p).text}, ${p.number()}]) {\n${p.log('v')}\n}`,
  p => `await (async () => { ${p.log()} await null; ${p.log()} })();`,
  p => `await Promise.all([${p.pick(values)(p).text}, ${p.pick(values)(p).text}]);\n${p.log()}`,
];

module.exports = { SLOT, generate: seed => new Program(seed).text() };
if (require.main === module) process.stdout.write(module.exports.generate(Number(process.argv[2] || 1)));
