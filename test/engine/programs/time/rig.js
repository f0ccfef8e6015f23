'use strict';
// What the programs about time share. Not a program itself.
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const { execFile, execFileSync } = require('child_process');
const { once } = require('events');
const { promisify } = require('util');
const { Worker } = require('worker_threads');
const support = require('../support');

Object.assign(exports, support);

// Starts external.py in the background, not as a child of ours: its address. Its waits are real.
exports.external = (...words) =>
  execFileSync('sh', ['-c', '/usr/bin/python3 "$@" &', 'sh', path.join(__dirname, 'external.py'), ...words], {
    encoding: 'utf8',
  }).trim();

// A command in the background, not as a child of ours.
exports.background = (command, ...words) =>
  execFileSync('sh', ['-c', `(${command}) >/dev/null 2>&1 &`, 'sh', ...words]);

exports.atLeast = (value, least, what) => {
  if (!(value >= least)) throw new Error(`${what}: ${value}, at least ${least} expected`);
};

exports.busy = (ms, now = Date.now) => {
  for (const end = now() + ms; now() < end; );
};

// A program under another allocator, which is preloaded: its files, threads, timers and children work.
exports.withAllocator = async name => {
  assert.match(fs.readFileSync('/proc/self/maps', 'utf8'), new RegExp(name));
  const worker = new Worker('setTimeout(() => require("worker_threads").parentPort.postMessage(1), 1000)', { eval: true });
  const answer = once(worker, 'message');
  const { stdout } = await promisify(execFile)('sh', ['-c', 'cat /proc/self/maps; sleep 0.1']);
  assert.match(stdout, new RegExp(name));
  assert.strictEqual(zlib.gunzipSync(await promisify(zlib.gzip)(Buffer.alloc(1e6))).length, 1e6);
  await answer;
  await support.pause(3000);
};
