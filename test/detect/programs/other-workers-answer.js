// Two workers that wait for questions answer in any order.
// race: M M commutative-ordering confirmed
'use strict';
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
if (isMainThread) {
  let last = 'nobody';
  const workers = ['one', 'two'].map((name) => new Worker(__filename, { workerData: name }));
  for (const worker of workers) {
    worker.on('message', (name) => {
      last = name; // M
      worker.postMessage('stop');
    });
    worker.postMessage('start');
  }
  process.on('exit', () => console.log(last));
} else {
  parentPort.on('message', (text) => {
    if (text === 'stop') parentPort.close();
    else parentPort.postMessage(workerData);
  });
}
