'use strict';
// Fifty Node processes at once, each with a timer of a second.
// runs: 1
const assert = require('assert');
const { execFile } = require('child_process');
const { promisify } = require('util');
const { main } = require('./rig');

const script = 'setTimeout(() => console.log(process.argv[1]), 1000)';

main(async () => {
  const run = i => promisify(execFile)(process.execPath, ['-e', script, i]);
  const results = await Promise.all(Array.from({ length: 50 }, (_, i) => run(i)));
  results.forEach(({ stdout }, i) => assert.strictEqual(stdout, `${i}\n`));
});
