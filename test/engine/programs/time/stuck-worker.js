'use strict';
// The main thread waits for a worker's message, the worker for the main thread's.
// outcome: stuck
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (isMainThread) new Worker(__filename).on('message', () => process.exit());
else parentPort.on('message', message => parentPort.postMessage(message));
