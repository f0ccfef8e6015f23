'use strict';
// What the programs about time share. Not a program itself.
const path = require('path');
const { execFileSync } = require('child_process');
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
