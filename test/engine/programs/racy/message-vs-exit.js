'use strict';
// Two workers: one says what it found, the other ends 5 ms later. The end of the second is assumed
// to mean that the first has spoken.
// control: poll
// fails: delay auto
const { once } = require('events');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const { main } = require('./rig');

async function inMain() {
  for (let round = 0; round < 2; round++) {
    let found = false;
    const first = new Worker(__filename, { workerData: 'speaks' });
    first.on('message', () => (found = true));
    await once(first, 'online');
    const second = new Worker(__filename, { workerData: 'ends' });
    await once(second, 'online');
    const ended = once(second, 'exit');
    first.postMessage('go');
    second.postMessage('go');
    await ended;
    if (!found) throw new Error('the second ended before the first had spoken');
    await first.terminate();
  }
}

if (isMainThread) main(inMain);
else
  parentPort.on('message', () => {
    if (workerData === 'ends') setTimeout(() => parentPort.close(), 5);
    else parentPort.postMessage('found it');
  });
