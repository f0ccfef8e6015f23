'use strict';
// Timers in worker threads and in the main thread share one clock: three workers wait 3 s each, in
// different steps, and their messages beat any guard.
// needs: clock
const assert = require('assert');
const { once } = require('events');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const { atLeast, guard, main, pause } = require('./rig');

async function inMain() {
  const start = Date.now();
  await Promise.all(
    [3, 30, 300].map(async steps => {
      const worker = new Worker(__filename, { workerData: steps });
      const exited = once(worker, 'exit');
      const [passed] = await guard(600000, `${steps} steps`, once(worker, 'message'));
      atLeast(passed, 3000 - steps, 'passed in the worker');
      atLeast(Date.now() - start, passed - 2, 'passed in the main thread');
      assert.deepStrictEqual(await exited, [0]);
    }),
  );
}

async function inWorker() {
  const start = Date.now();
  for (let i = 0; i < workerData; i++) await pause(3000 / workerData);
  parentPort.postMessage(Date.now() - start);
}

if (isMainThread) main(inMain);
else inWorker();
