// Assertions of the kind "took at least 100 ms": timers, timers beside file operations, and
// computing, by every clock. Nothing is ever early.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { performance } = require('perf_hooks');
const { pause } = require('../support');

const clocks = {
  Date: () => Date.now(),
  performance: () => performance.now(),
  hrtime: () => Number(process.hrtime.bigint()) / 1e6,
};

// Node's timers count from the loop's time, which is a whole number of milliseconds: one of 100 ms
// may take 99 by a finer clock.
async function tookAtLeast(ms, action) {
  const before = Object.entries(clocks).map(([name, read]) => [name, read, read()]);
  await action();
  for (const [name, read, from] of before)
    assert.ok(read() - from >= ms - 1, `${read() - from} ms by ${name}`);
}

async function main() {
  await tookAtLeast(100, () => pause(100));
  await Promise.all(
    [1, 2, 3].map(() =>
      tookAtLeast(100, async () => {
        await fs.promises.readFile(__filename);
        await pause(50);
        await fs.promises.stat(__filename);
        await pause(50);
      }),
    ),
  );
  for (const read of Object.values(clocks))
    await tookAtLeast(20, () => {
      for (const end = read() + 20; read() < end; );
    });
}

main();
