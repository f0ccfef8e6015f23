'use strict';
// Waiting in a loop ends, whichever clock it reads, and timers that became due meanwhile fire.
const { performance } = require('perf_hooks');
const { atLeast, busy, main, pause } = require('./rig');

main(async () => {
  const due = pause(20);
  const start = performance.now();
  busy(50);
  busy(50, () => performance.now());
  busy(50, () => Number(process.hrtime.bigint() / 1000000n));
  busy(50, () => process.uptime() * 1000);
  atLeast(performance.now() - start, 197, 'elapsed');
  await due;
});
