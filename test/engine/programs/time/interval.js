'use strict';
// An interval of 100 ms ticks 30 times, between two timers that enclose it.
// needs: clock
const assert = require('assert');
const { atLeast, main } = require('./rig');

main(async () => {
  const start = Date.now();
  let ticks = 0;
  let before = start;
  await new Promise(resolve => {
    const interval = setInterval(() => {
      const now = Date.now();
      atLeast(now, before + 1, 'tick');
      before = now;
      if (++ticks === 30) {
        clearInterval(interval);
        resolve();
      }
    }, 100);
  });
  assert.strictEqual(ticks, 30);
  atLeast(Date.now() - start, 2990, 'elapsed');
});
