'use strict';
// Child processes of every kind at once: spawn with pipes both ways, exec, fork with requests and
// answers over IPC, one that is killed, one that fails. Guards of 10 s stand around answers that take
// real time; nothing is assumed about the order of exit, end and data but what Node promises.
const assert = require('assert');
const { exec, execFile, fork, spawn } = require('child_process');
const { once } = require('events');
const { guard, main, pause, text } = require('../support');

async function pipes(i) {
  const child = spawn('cat');
  const all = text(child.stdout);
  const closed = once(child, 'close');
  for (let n = 0; n < 20; n++) {
    if (!child.stdin.write(`${i}.${n}\n`)) await once(child.stdin, 'drain');
    if (n % 8 === 0) await pause(1);
  }
  child.stdin.end();
  const expected = Array.from({ length: 20 }, (_, n) => `${i}.${n}\n`).join('');
  assert.strictEqual(await all, expected);
  assert.deepStrictEqual(await closed, [0, null]);
}

const shell = command =>
  new Promise(resolve =>
    exec(command, { timeout: 10000 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, killed: !!(error && error.killed), stdout, stderr }),
    ),
  );

async function commands() {
  const [slow, failing, quick] = await Promise.all([
    shell('sleep 0.05; echo slow'),
    shell('echo no >&2; exit 3'),
    shell('echo quick'),
  ]);
  assert.deepStrictEqual(slow, { code: 0, killed: false, stdout: 'slow\n', stderr: '' });
  assert.deepStrictEqual(failing, { code: 3, killed: false, stdout: '', stderr: 'no\n' });
  assert.deepStrictEqual(quick, { code: 0, killed: false, stdout: 'quick\n', stderr: '' });
  await assert.rejects(
    new Promise((resolve, reject) =>
      execFile('/nonexistent/program', error => (error ? reject(error) : resolve())),
    ),
    { code: 'ENOENT' },
  );
}

async function killed() {
  const child = spawn('sleep', ['30'], { stdio: 'ignore' });
  const closed = once(child, 'close');
  await once(child, 'spawn');
  await pause(2);
  child.kill('SIGTERM');
  assert.deepStrictEqual(await closed, [null, 'SIGTERM']);
}

function answer() {
  process.on('message', async ({ id, wait }) => {
    if (wait) await pause(wait);
    process.send({ id, result: id * 2 });
  });
}

async function requests() {
  const child = fork(__filename, ['answer']);
  const waiting = new Map();
  child.on('message', ({ id, result }) => {
    waiting.get(id)(result);
    waiting.delete(id);
  });
  const ask = id =>
    new Promise(resolve => {
      waiting.set(id, resolve);
      child.send({ id, wait: (id % 3) * 5 });
    });
  const ids = Array.from({ length: 12 }, (_, id) => id);
  const answers = await Promise.all(ids.map(id => guard(60000, `request ${id}`, ask(id))));
  assert.deepStrictEqual(answers, ids.map(id => id * 2));
  assert.strictEqual(waiting.size, 0);
  const exited = once(child, 'exit');
  child.disconnect();
  assert.deepStrictEqual(await exited, [0, null]);
}

async function parent() {
  await Promise.all([
    guard(60000, 'pipes 0', pipes(0)),
    guard(60000, 'pipes 1', pipes(1)),
    guard(20000, 'commands', commands()),
    guard(10000, 'killed', killed()),
    guard(120000, 'requests', requests()),
  ]);
}

if (process.argv[2] === 'answer') answer();
else main(parent);
