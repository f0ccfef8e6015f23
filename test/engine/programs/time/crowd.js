'use strict';
// More processes one after another than the engine has records for: those that are dead make room, so that the last one is
// controlled like the first. Its timer of an hour takes no real time.
// runs: 1
// only: none
const assert = require('assert');
const { execFileSync } = require('child_process');
const { main } = require('./rig');

main(async () => {
  execFileSync('sh', ['-c', 'i=0; while [ $i -lt 1100 ]; do /bin/true; i=$((i + 1)); done']);
  const script = 'setTimeout(() => console.log(true), 3600 * 1000)';
  assert.strictEqual(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }), 'true\n');
});
