'use strict';
// A child that sleeps for an hour is killed by a time-out of 400 ms: someone must let that time pass.
const assert = require('assert');
const { exec, spawnSync } = require('child_process');
const { main } = require('./rig');

main(async () => {
  const error = await new Promise(resolve => exec('exec sleep 3600', { timeout: 400 }, resolve));
  assert.deepStrictEqual([error.killed, error.signal], [true, 'SIGTERM']);
  const { signal } = spawnSync('sleep', ['3600'], { timeout: 400 });
  assert.strictEqual(signal, 'SIGTERM');
});
