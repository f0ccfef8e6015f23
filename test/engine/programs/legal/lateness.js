// Slowness is not a race: whatever is held, forty file operations one after another are late by no
// more than --slowest each (250 ms a piece: its start and its completion are two events) and by
// --slowest-total (2 s) together. The interval keeps every shorter rule about timers out of it.
'use strict';
const assert = require('assert');
const fs = require('fs');
const { performance } = require('perf_hooks');

async function main() {
  const ticking = setInterval(() => {}, 20);
  const watchdog = setTimeout(() => assert.fail('ten seconds have passed'), 10000);
  const began = performance.now();
  for (let i = 0; i < 40; i++) {
    const before = performance.now();
    await fs.promises.stat(__filename);
    assert.ok(performance.now() - before <= 501, `one took ${performance.now() - before} ms`);
  }
  assert.ok(performance.now() - began <= 2001, `all took ${performance.now() - began} ms`);
  clearInterval(ticking);
  clearTimeout(watchdog);
}

main();
