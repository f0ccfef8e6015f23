'use strict';
// A command of 300 ms real time ends before a timer of 5 s, and before its own time-out.
const { exec, spawnSync } = require('child_process');
const { promisify } = require('util');
const assert = require('assert');
const { guard, main } = require('./rig');

main(async () => {
  await guard(5000, 'sleep', promisify(exec)('sleep 0.3', { timeout: 4000 }));
  const { status, signal } = spawnSync('sh', ['-c', 'sleep 0.3; exit 5'], { timeout: 4000 });
  assert.deepStrictEqual([status, signal], [5, null]);
});
