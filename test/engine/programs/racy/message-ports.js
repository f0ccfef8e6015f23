'use strict';
// A worker announces a job on its own port and its result on a channel of the two. Each is in order,
// but nothing orders the one against the other.
// control: poll
// fails: late delay pct
const { once } = require('events');
const { BroadcastChannel, Worker, isMainThread, parentPort } = require('worker_threads');
const { main } = require('./rig');

async function inMain() {
  const worker = new Worker(__filename);
  const results = new BroadcastChannel('results'); // libuv looks at its port after the worker's
  const jobs = new Set();
  worker.on('message', job => jobs.add(job));
  await once(worker, 'online');
  for (let job = 0; job < 8; job++) {
    const result = new Promise(resolve => (results.onmessage = resolve));
    worker.postMessage(job);
    const { data } = await result;
    if (!jobs.has(data)) throw new Error(`the result of job ${data} came before the job`);
  }
  results.close();
  await worker.terminate();
}

if (isMainThread) {
  main(inMain);
} else {
  const results = new BroadcastChannel('results');
  parentPort.on('message', job => {
    parentPort.postMessage(job);
    results.postMessage(job);
  });
}
