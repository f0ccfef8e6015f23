'use strict';
// origin: await-spawn, pull request 16, with await-spawn 4.0.1 itself, which takes a child's 'exit' for the end of its output.
// Written as a race. With one child at a time stock Node on Linux never shows it: what the child wrote is ready before the
// kernel sends the signal, and libuv calls its signal pipe last in each poll (docs/strategies.md, "A child's exit").
const spawn = require('await-spawn');
const { fail } = require('../rig');

spawn('sh', ['-c', 'echo 42; sleep 0.12']).then(
  output => {
    if (String(output) !== '42\n') fail(`the child said ${JSON.stringify(String(output))}`);
  },
  error => fail(error.message),
);
