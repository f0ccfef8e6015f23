'use strict';
// Pipes to and from a child that takes 300 ms of real time: its echo beats 10 s.
const assert = require('assert');
const { spawn } = require('child_process');
const { once } = require('events');
const { guard, main, text } = require('./rig');

main(async () => {
  const child = spawn('sh', ['-c', 'sleep 0.3; exec cat']);
  const closed = once(child, 'close');
  child.stdin.end('through the pipe');
  assert.strictEqual(await guard(10000, 'cat', text(child.stdout)), 'through the pipe');
  assert.deepStrictEqual(await guard(10000, 'close', closed), [0, null]);
});
