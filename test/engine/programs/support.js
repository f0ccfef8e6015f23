'use strict';
// What the programs share. A guard is a long timer that no legal schedule lets fire: it stands for
// the time-outs of real programs, and is how the tests notice a clock that ran ahead of an answer. Any
// event may legally be late by up to a second, so a guard allows a second for each step it stands
// around: 10 s for an answer, minutes for a long chain. They cost nothing: they are cancelled.
const fs = require('fs');
const os = require('os');
const path = require('path');

exports.guard = (ms, what, promise) => {
  let timer;
  const alarm = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: the ${ms} ms guard fired`)), ms);
  });
  return Promise.race([promise, alarm]).finally(() => clearTimeout(timer));
};

exports.pause = ms => new Promise(resolve => setTimeout(resolve, ms));

// A folder of its own, removed when the process ends.
exports.scratch = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'interloper-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
};

exports.listen = server =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });

// All that a stream has to say, as text.
exports.text = async stream => {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts.map(part => Buffer.from(part))).toString();
};

// Runs a program's body: `ok` and a natural end, or the error and exit code 1. A loop that runs dry
// before the body is done ends with 70: Node itself would call that success.
exports.main = body => {
  process.exitCode = 70;
  return body().then(
    () => {
      process.exitCode = 0;
      console.log('ok');
    },
    error => {
      console.error(error);
      process.exit(1);
    },
  );
};
