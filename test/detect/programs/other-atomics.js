// Who waits for a store by Atomics comes after it.
'use strict';
const { Worker, isMainThread, workerData } = require('worker_threads');
if (isMainThread) {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  new Worker(__filename, { workerData: shared });
  setImmediate(() => {
    Atomics.wait(shared, 0, 0);
    console.log(Atomics.load(shared, 0), shared[1]);
  });
} else {
  setImmediate(() => {
    workerData[1] = 7;
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  });
}
