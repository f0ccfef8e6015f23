'use strict';
// A child sends its result and ends by itself; the parent takes an exit without a result for a
// failure. The message and the exit come by different ways.
// control: poll
// fails: late delay pct
// guilty: 21
const { fork } = require('child_process');
const { once } = require('events');
const { main } = require('./rig');

if (process.argv[2] === 'child') {
  process.send('result');
  process.disconnect();
} else {
  main(async () => {
    for (let round = 0; round < 2; round++) {
      const child = fork(__filename, ['child']);
      let result;
      child.on('message', message => (result = message));
      await once(child, 'exit');
      if (result !== 'result') throw new Error('the child exited and had sent nothing');
    }
  });
}
