'use strict';
// Two threads that write to each other without a rest for 200 ms: time goes on with every turn of the
// baton by about what it costs to wake a thread, so that they are over after some two thousand messages, not ten
// thousand.
// runs: 1
const assert = require('assert');
const { Worker } = require('worker_threads');
const { once } = require('events');
const { main } = require('./rig');

const answers = `
  const { parentPort } = require('worker_threads');
  const start = Date.now();
  parentPort.on('message', count => {
    if (Date.now() - start < 200) parentPort.postMessage(count + 1);
    else process.exit(count);
  });`;

main(async () => {
  const worker = new Worker(answers, { eval: true });
  worker.on('message', count => worker.postMessage(count));
  worker.postMessage(0);
  const [count] = await once(worker, 'exit');
  assert.ok(count < 5000, `${count} messages`);
});
