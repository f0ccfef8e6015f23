'use strict';
// control of await-spawn-exit.js. 'close' comes when the child has exited and both its pipes were read to their ends, however
// late that is; 'exit' may come before or behind the output, and only its code is kept.
const { spawn } = require('child_process');
const { fail } = require('../rig');

const child = spawn('sh', ['-c', 'echo one; echo oops >&2; sleep 0.06; echo two; exit 3']);
let output = '', errors = '', code = null;
child.stdout.setEncoding('utf8').on('data', text => (output += text));
child.stderr.setEncoding('utf8').on('data', text => (errors += text));
child.on('exit', status => (code = status));
child.on('close', status => {
  if (output !== 'one\ntwo\n' || errors !== 'oops\n') fail(`the child said ${JSON.stringify([output, errors])}`);
  if (code !== 3 || status !== 3) fail(`it exited with ${code}, then closed with ${status}`);
});
