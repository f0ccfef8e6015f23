'use strict';
// Standard input is a pipe into which another process writes after 300 ms of real time.
const assert = require('assert');
const { spawn } = require('child_process');
const { once } = require('events');
const { guard, main, text } = require('./rig');

const reader = async () =>
  assert.strictEqual(await guard(10000, 'stdin', text(process.stdin)), 'late\n');

async function parent() {
  const line = '(sleep 0.3; echo late) | "$0" "$1" reader';
  const child = spawn('sh', ['-c', line, process.execPath, __filename], { stdio: 'inherit' });
  assert.deepStrictEqual(await once(child, 'close'), [0, null]);
}

if (process.argv[2] === 'reader') reader();
else main(parent);
