'use strict';
// Two threads that write to each other without a rest for 50 ms: time goes on with every turn of the
// baton by about what it costs to wake a thread, so that they are over after fewer than a thousand messages, not
// fifteen hundred.
// runs: 1
const assert = require('assert');
const { Worker } = require('worker_threads');
const { once } = require('events');
const { main } = require('./rig');

const answers = `
  const { parentPort } = require('worker_threads');
  const start = Date.now();
  parentPort.on('message', count => {
    if (Date.now() - start < 50) parentPort.postMessage(count + 1);
    else process.exit(count);
  });`;

main(async () => {
  const worker = new Worker(answers, { eval: true });
  worker.on('message', count => worker.postMessage(count));
  worker.postMessage(0);
  const [count] = await once(worker, 'exit');
  assert.ok(count < 1000, `${count} messages`);
});
