'use strict';
// A child exits while a process that it left behind goes on writing into its output. The exit is told all the same: libuv
// reads what is there once and then asks who has exited.
// runs: 1
const { spawn } = require('child_process');
const { main } = require('./rig');

main(
  () =>
    new Promise(resolve => {
      const child = spawn('sh', ['-c', 'yes & echo $! >&2']);
      let writer = '';
      child.stderr.on('data', part => (writer += part));
      child.stdout.resume();
      child.on('exit', () => process.kill(Number(writer)));
      child.on('close', resolve);
    }),
);
