'use strict';
// Node's own JavaScript sleeps in its thread (fs.rmSync between two tries): that takes virtual time.
// only: none
const assert = require('assert');
const { spawnSync } = require('child_process');
const { main } = require('./rig');

const nap = "const { sleep } = require('internal/util'); const began = Date.now(); sleep(300); console.log(Date.now() - began)";

main(async () => {
  const { stdout } = spawnSync(process.execPath, ['--expose-internals', '-e', nap], { encoding: 'utf8' });
  assert.ok(Number(stdout) >= 300 && Number(stdout) < 310, `${stdout.trim()} ms instead of 300`);
});
