'use strict';
// Two threads that wake each other by Atomics, each wait with a time limit. While the clock stands still the
// limits are the same instant, so that one wait looks like the next; nobody runs into them all the same.
const assert = require('assert');
const { once } = require('events');
const { Worker, isMainThread, workerData } = require('worker_threads');
const { main } = require('./rig');

const ROUNDS = 50;
const expect = (cells, mine) => {
  assert.notStrictEqual(Atomics.wait(cells, mine, 0, 5000), 'timed-out');
  Atomics.store(cells, mine, 0);
};
const tell = (cells, other) => {
  Atomics.store(cells, other, 1);
  Atomics.notify(cells, other);
};

if (isMainThread) {
  main(async () => {
    const cells = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(__filename, { workerData: cells });
    const ended = once(worker, 'exit');
    await once(worker, 'online');
    for (let round = 0; round < ROUNDS; round++) {
      tell(cells, 0);
      expect(cells, 1);
    }
    await ended;
  });
} else {
  for (let round = 0; round < ROUNDS; round++) {
    expect(workerData, 0);
    tell(workerData, 1);
  }
}
