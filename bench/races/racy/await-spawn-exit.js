'use strict';
// origin: await-spawn, pull request 16 (as ping, issue 29, and many others), with await-spawn 4.0.1 itself. The output of a
// child counts as complete when the child has exited; what is still in the pipe then is lost.
// guilty in await-spawn/index.js:24, where 'exit' is taken for 'close'
const spawn = require('await-spawn');
const { fail } = require('../rig');

spawn('sh', ['-c', 'echo 42; sleep 0.12']).then( // guilty: the child may be gone before its output was read
  output => {
    if (String(output) !== '42\n') fail(`the child said ${JSON.stringify(String(output))}`);
  },
  error => fail(error.message),
);
