'use strict';
// Computing until time has passed takes about that much work, however much lies between two looks at
// the clock, and ends at the same virtual time in every run. Computing that looks at the clock
// rarely takes no virtual time.
const assert = require('assert');
const crypto = require('crypto');
const { performance } = require('perf_hooks');
const { main } = require('./rig');

const stretch = () => crypto.pbkdf2Sync('a', 'b', 4000, 32, 'sha256');
const stretchLess = () => crypto.pbkdf2Sync('a', 'b', 200, 32, 'sha256'); // some 40 µs
const calculate = () => {
  let sum = 0;
  for (let i = 0; i < 2000; i++) sum += Math.sqrt(i);
  return sum;
};
const worked = since => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

function until(ms, now, step) {
  const cpu = process.cpuUsage();
  const start = now();
  while (now() - start < ms) step();
  const took = now() - start;
  // a step of the clock is 50 ms where much is done between two looks; nothing but it is added
  assert.ok(took >= ms && took < ms + 50, `${took} ms instead of ${ms}`);
  assert.ok(worked(cpu) < 1.5 * ms + 30, `${worked(cpu)} ms of work for ${ms} ms`);
}

main(async () => {
  const before = performance.now();
  for (let i = 0; i < 4; i++) {
    for (let n = 0; n < 5; n++) stretch();
    assert.ok(performance.now() - before < 1, 'computing took time though the clock was read rarely');
  }
  for (const step of [stretch, stretchLess, calculate]) {
    await new Promise(setImmediate);
    until(150, Date.now, step);
    await new Promise(setImmediate);
    until(150, () => performance.now(), step);
  }
});
