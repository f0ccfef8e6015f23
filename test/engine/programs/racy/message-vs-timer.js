'use strict';
// A worker answers at once, so its answer is assumed to be there before a timer of 20 ms.
// control: poll
// fails: late delay pct
const { once } = require('events');
const { Worker, isMainThread, parentPort } = require('worker_threads');
const { main, pause } = require('./rig');

async function inMain() {
  const worker = new Worker(__filename);
  await once(worker, 'online');
  for (let round = 0; round < 6; round++) {
    let answer;
    worker.once('message', n => (answer = n));
    worker.postMessage(round);
    await pause(20);
    if (answer !== round) throw new Error('no answer yet');
  }
  await worker.terminate();
}

if (isMainThread) main(inMain);
else parentPort.on('message', n => parentPort.postMessage(n));
