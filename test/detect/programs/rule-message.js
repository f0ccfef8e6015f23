// A message comes after what was done before it was sent.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
if (isMainThread) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true }));
  const worker = new Worker(__filename, { workerData: path.join(folder, 'data') });
  worker.on('message', (file) => {
    console.log(fs.readFileSync(file, 'utf8'));
  });
} else {
  setImmediate(() => {
    fs.writeFileSync(workerData, 'known');
    parentPort.postMessage(workerData);
  });
}
