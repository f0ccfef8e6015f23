// Two workers answer in any order; which of them is first the engine cannot choose where they end at once.
// race: M M commutative-ordering predicted
'use strict';
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
if (isMainThread) {
  let last = 'nobody';
  for (const name of ['one', 'two'])
    new Worker(__filename, { workerData: name }).on('message', (text) => {
      last = text; // M
    });
  process.on('exit', () => console.log(last));
} else {
  setImmediate(() => parentPort.postMessage(workerData));
}
