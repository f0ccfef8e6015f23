'use strict';
// A worker that computes without end, in microtasks, while ports are on their way to it: the loop that waits for its turn
// gets one all the same, and terminates it.
// runs: 1
const assert = require('assert');
const { MessageChannel, Worker } = require('worker_threads');
const { once } = require('events');
const { guard, main } = require('./rig');

const endless = `
  require('worker_threads').parentPort.postMessage('up');
  (function loop() { Promise.resolve().then(loop); })();`;

main(async () => {
  const worker = new Worker(endless, { eval: true });
  await once(worker, 'message');
  const { port1, port2 } = new MessageChannel();
  const other = new MessageChannel();
  worker.postMessage(port1, [port1]);
  port2.postMessage(other.port1, [other.port1]);
  assert.strictEqual(await guard(10000, 'the end', worker.terminate()), 1);
});
