'use strict';
// Requests to a forked child over IPC: it answers each after 300 ms on its own timers, and never after
// the 5 s that the parent allows.
const assert = require('assert');
const { fork } = require('child_process');
const { once } = require('events');
const { atLeast, guard, main, pause } = require('./rig');

async function parent() {
  const child = fork(__filename, ['child']);
  for (let i = 0; i < 4; i++) {
    const start = Date.now();
    child.send(i);
    const [answer] = await guard(5000, `request ${i}`, once(child, 'message'));
    assert.strictEqual(answer, i + 1);
    atLeast(Date.now() - start, 298, 'answered after');
  }
  const exited = once(child, 'exit');
  child.disconnect();
  assert.deepStrictEqual(await exited, [0, null]);
}

if (process.argv[2] === 'child') process.on('message', n => pause(300).then(() => process.send(n + 1)));
else main(parent);
