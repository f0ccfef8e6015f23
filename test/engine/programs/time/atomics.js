'use strict';
// Atomics.wait in the main thread and in a worker: a time-out takes its time by every clock, and a
// notification beats a time-out of 10 s.
const assert = require('assert');
const { once } = require('events');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const { atLeast, main, pause } = require('./rig');

const fresh = () => new Int32Array(new SharedArrayBuffer(8));

function timedOut(cell) {
  const start = Date.now();
  assert.strictEqual(Atomics.wait(cell, 0, 0, 700), 'timed-out');
  atLeast(Date.now() - start, 698, 'waited');
}

async function inMain() {
  timedOut(fresh());
  const cell = fresh();
  const worker = new Worker(__filename, { workerData: cell });
  const exited = once(worker, 'exit'); // may come together with the last message
  const [message] = await once(worker, 'message');
  assert.strictEqual(message, 'timed out');
  await pause(100);
  Atomics.store(cell, 1, 1);
  Atomics.notify(cell, 1);
  const [answer] = await once(worker, 'message');
  assert.ok(['ok', 'not-equal'].includes(answer), answer);
  await exited;
}

if (isMainThread) main(inMain);
else {
  timedOut(fresh());
  parentPort.postMessage('timed out');
  parentPort.postMessage(Atomics.wait(workerData, 1, 0, 10000));
}
