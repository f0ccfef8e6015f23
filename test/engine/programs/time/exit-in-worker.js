'use strict';
// A worker thread is terminated in the midst of a wait, another one ends itself: the process goes on.
const assert = require('assert');
const { once } = require('events');
const { Worker } = require('worker_threads');
const { main, pause } = require('./rig');

const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';

main(async () => {
  const waiting = new Worker(wait, { eval: true });
  const ending = new Worker('setTimeout(() => process.exit(5), 200)', { eval: true });
  const [code] = await once(ending, 'exit');
  assert.strictEqual(code, 5);
  await pause(100);
  assert.strictEqual(await waiting.terminate(), 1);
});
