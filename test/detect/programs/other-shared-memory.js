// Two threads share an array: one adds, the other looks.
// race: W R ordering confirmed
'use strict';
const { Worker, isMainThread, workerData } = require('worker_threads');
if (isMainThread) {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  new Worker(__filename, { workerData: shared });
  setTimeout(() => console.log(shared[0] ? 'set' : 'not set'), 500); // R
} else {
  require('fs').stat(__filename, () => {
    workerData[0] = 1; // W
  });
}
