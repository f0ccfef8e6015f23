'use strict';
// A launcher that closes every descriptor it inherited, as daemons do, before it becomes Node.
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs/promises');
const { main, pause } = require('./rig');

const launcher = 'import os, sys; os.closerange(3, 65536); os.execv(sys.argv[1], sys.argv[1:])';

async function launched() {
  await Promise.all([pause(3000), fs.readFile(__filename)]);
}

async function parent() {
  const words = ['-c', launcher, process.execPath, __filename, 'launched'];
  const { status } = spawnSync('/usr/bin/python3', words, { stdio: 'inherit' });
  assert.strictEqual(status, 0);
}

if (process.argv[2] === 'launched') launched();
else main(parent);
