'use strict';
// 10.5 s of timers: Date, performance.now, hrtime and uptime all agree on them, and none goes back.
// needs: clock
const assert = require('assert');
const { performance } = require('perf_hooks');
const { atLeast, main, pause } = require('./rig');

const clocks = {
  date: () => Date.now(),
  performance: () => performance.now(),
  hrtime: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  uptime: () => process.uptime() * 1000,
};

const read = () => Object.fromEntries(Object.entries(clocks).map(([name, now]) => [name, now()]));

main(async () => {
  const start = read();
  let before = start;
  for (const wait of [500, 1, 2999, 0, 5000, 1900, 99, 1]) {
    await pause(wait);
    const now = read();
    for (const name of Object.keys(clocks)) atLeast(now[name], before[name] + wait - 2, name);
    before = now;
  }
  const passed = Object.keys(clocks).map(name => before[name] - start[name]);
  for (const ms of passed) {
    atLeast(ms, 10490, 'elapsed');
    assert.ok(Math.abs(ms - passed[0]) < 100, `the clocks disagree: ${passed}`);
  }
});
