'use strict';
// A child's output is taken for complete when it has exited. Node promises that only of `close`: at
// `exit` the streams may still be open.
// control: poll
// fails: late delay pct
// guilty: 17
const { spawn } = require('child_process');
const { once } = require('events');
const { main } = require('./rig');

main(async () => {
  for (let round = 0; round < 3; round++) {
    const child = spawn('sh', ['-c', 'echo result']);
    let output = '';
    child.stdout.on('data', part => (output += part));
    await once(child, 'exit');
    if (output !== 'result\n') throw new Error(`the output was "${output}" when the child had exited`);
  }
});
