'use strict';
// What Node does promise of a child: `close` comes after `exit` and after the end of all streams, a
// stream's data before its end, messages in their order and before `disconnect`; a change is told by
// its watcher in the order of changes; a signal is told once for each handler.
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { fork, spawn } = require('child_process');
const { once } = require('events');
const { guard, main, scratch } = require('../support');

async function streams() {
  const child = spawn('sh', ['-c', 'echo out; echo err >&2; exit 4']);
  const order = [];
  for (const name of ['stdout', 'stderr'])
    child[name].on('data', () => order.push(`${name} data`)).on('end', () => order.push(`${name} end`));
  child.on('exit', () => order.push('exit'));
  assert.deepStrictEqual(await guard(10000, 'close', once(child, 'close')), [4, null]);
  assert.strictEqual(order.length, 5);
  for (const name of ['stdout', 'stderr'])
    assert(order.indexOf(`${name} data`) < order.indexOf(`${name} end`), order.join());
}

async function messages() {
  const child = fork(__filename, ['child']);
  const got = [];
  child.on('message', n => got.push(n));
  const exited = once(child, 'exit');
  await guard(10000, 'disconnect', once(child, 'disconnect'));
  assert.deepStrictEqual(got, [0, 1, 2, 3, 4]);
  assert.deepStrictEqual(await guard(10000, 'exit', exited), [0, null]);
}

async function changes() {
  const folder = scratch();
  const seen = [];
  const watcher = fs.watch(folder);
  const all = new Promise(resolve =>
    watcher.on('change', (kind, name) => {
      if (kind === 'rename' && seen.push(name) === 3) resolve();
    }),
  );
  for (const name of 'abc') fs.writeFileSync(path.join(folder, name), '');
  await guard(10000, 'changes', all);
  assert.deepStrictEqual(seen, ['a', 'b', 'c']);
  watcher.close();
}

async function signals() {
  const keep = setInterval(() => {}, 60000);
  for (let i = 0; i < 3; i++) {
    const told = guard(10000, 'signal', once(process, 'SIGUSR2'));
    process.kill(process.pid, 'SIGUSR2');
    await told;
  }
  clearInterval(keep);
}

if (process.argv[2] === 'child') {
  for (let i = 0; i < 5; i++) process.send(i);
  process.disconnect();
} else {
  main(() => Promise.all([streams(), messages(), changes(), signals()]));
}
