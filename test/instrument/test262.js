'use strict';
// test262's language tests, plain and instrumented, side by side: the outcome must be the same.
// node --experimental-vm-modules test262.js FOLDER [COUNT]: a copy of tc39/test262, which is not part of this repository.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { instrument, realm } = require('./harness');

const [folder, count = '2500'] = process.argv.slice(2);
const tests = fs.readdirSync(path.join(folder, 'test/language'), { recursive: true })
  .filter(name => /\.js$/.test(name) && !/_FIXTURE/.test(name)).sort();
const step = Math.max(1, Math.floor(tests.length / Number(count)));

function read(name) {
  const text = fs.readFileSync(path.join(folder, 'test/language', name), 'utf8');
  const head = /\/\*---([^]*?)---\*\//.exec(text)?.[1] ?? '';
  const list = key => (new RegExp(`${key}:\\s*\\[([^\\]]*)\\]`).exec(head)?.[1] ?? '').split(/[,\s]+/).filter(Boolean);
  const block = key => [...(new RegExp(`${key}:\\s*\\n((?:\\s+- .*\\n?)+)`).exec(head)?.[1] ?? '').matchAll(/- (\S+)/g)].map(m => m[1]);
  const flags = [...list('flags'), ...block('flags')];
  return { name, text, flags, includes: [...list('includes'), ...block('includes')], negative: /^negative:/m.test(head) && /phase:\s*(parse|resolution|early)/.test(head) };
}

// They look at a function's text: `class { [() => {}]() {} }`, 1 + function() {}.
const readsSource = /computed-property-name-from-[a-z-]*function-(expression|declaration)|S11\.6\.1_A3\.2_T1\.2/;

const cache = new Map();
const harness = name => {
  if (!cache.has(name)) cache.set(name, new vm.Script(fs.readFileSync(path.join(folder, 'harness', name), 'utf8'), { filename: name }));
  return cache.get(name);
};

const nameOf = error => {
  try {
    return error === null || typeof error !== 'object' ? `throws ${String(error)}` : `throws ${error.constructor?.name ?? error.name}`;
  } catch {
    return 'throws something';
  }
};

async function outcome(test, text) {
  let done;
  const finished = new Promise(resolve => (done = resolve));
  const globals = { print: line => done(String(line).replace(/:.*AsyncTestFailure:(\w+).*/s, ':$1')), setTimeout };
  const context = realm(globals);
  globals.$262 = { global: vm.runInContext('globalThis', context), evalScript: code => vm.runInContext(code, context), gc() {},
    createRealm: () => { throw new Error('no realms'); }, detachArrayBuffer: buffer => structuredClone(buffer, { transfer: [buffer] }), agent: {} };
  const isModule = test.flags.includes('module');
  try {
    if (!test.flags.includes('raw'))
      for (const name of ['assert.js', 'sta.js', 'doneprintHandle.js', ...test.includes]) harness(name).runInContext(context);
    if (isModule) {
      const modules = new Map();
      const module = new vm.SourceTextModule(text, { context, identifier: test.name });
      await module.link(specifier => {
        const file = path.join(folder, 'test/language', path.dirname(test.name), specifier);
        const own = path.basename(file) === path.basename(test.name);
        if (own) return module;
        if (!modules.has(file)) modules.set(file, new vm.SourceTextModule(fs.readFileSync(file, 'utf8'), { context, identifier: file }));
        return modules.get(file); // modules may import each other
      });
      await module.evaluate({ timeout: 30000 });
    } else {
      vm.runInContext(text, context, { filename: test.name, timeout: 30000 });
    }
    if (!test.flags.includes('async')) return 'ends';
    return await Promise.race([finished, new Promise(resolve => setTimeout(resolve, 1500, 'never ends'))]);
  } catch (error) {
    return nameOf(error);
  }
}

async function main() {
  process.on('unhandledRejection', () => {});
  const chosen = tests.filter((_, i) => i % step === 0).map(read).filter(test => !test.negative);
  const sources = chosen.map(({ text, flags }) => ({
    text: flags.includes('onlyStrict') ? `"use strict";${text}` : text, module: flags.includes('module'),
  }));
  const changed = instrument(sources);
  const tally = { same: 0, different: 0, explained: 0, refused: 0, unmarked: 0 };
  for (const [i, test] of chosen.entries()) {
    if (changed[i].refusal) tally.refused++;
    else if (!changed[i].marked) tally.unmarked++;
    if (changed[i].text.split(/\r\n|[\n\r\u2028\u2029]/).length !== sources[i].text.split(/\r\n|[\n\r\u2028\u2029]/).length)
      console.log(`LINES ${test.name}`), tally.different++;
    const plain = await outcome(test, sources[i].text);
    const marked = await outcome(test, changed[i].text);
    if (plain === marked) tally.same++;
    else if (readsSource.test(test.name)) tally.explained++;
    else tally.different++, console.log(`DIFFERENT ${test.name}: ${plain}; instrumented: ${marked}`);
    if (changed[i].refusal && process.env.VERBOSE) console.log(`refused ${test.name}: ${changed[i].refusal}`);
  }
  console.log(`${chosen.length} tests of ${tests.length} on Node ${process.version}: ${tally.same} the same, ${tally.different} different, ${tally.explained} that read the source of a function; ` +
    `${tally.refused} not instrumented, ${tally.unmarked} without a site`);
  process.exit(tally.different ? 1 : 0);
}
main();
