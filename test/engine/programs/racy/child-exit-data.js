'use strict';
// A child's output is taken for complete when it has exited. Node promises that only of `close`. One
// child alone never shows it on Linux: its output is there before its exit. But where another child's exit
// is told, libuv asks after all of them, and this one may have exited while its output still waits.
// control: poll
// fails: delay auto
// guilty: 20
const { spawn } = require('child_process');
const { once } = require('events');
const { main } = require('./rig');

main(async () => {
  for (let round = 0; round < 2; round++) {
    await Promise.all(
      [0, 40].map(async ms => {
        const child = spawn(process.execPath, ['-e', `setTimeout(() => console.log('result'), ${ms})`]);
        let output = '';
        child.stdout.on('data', part => (output += part));
        await once(child, 'exit');
        if (output !== 'result\n') throw new Error(`the output was "${output}" when the child had exited`);
      }),
    );
  }
});
