'use strict';
// Two children send their results and end by themselves; the parent takes an exit without a result for a
// failure. The message and the exit come by different ways: where one child's exit is told, libuv asks after
// the other, too, and may learn that it has exited before it has read its message.
// control: poll
// fails: delay auto
// guilty: 23
const { fork } = require('child_process');
const { once } = require('events');
const { main } = require('./rig');

if (process.argv[2] === 'child') {
  setTimeout(() => process.send('result', () => process.disconnect()), Number(process.argv[3]));
} else {
  main(async () => {
    for (let round = 0; round < 2; round++) {
      await Promise.all(
        [0, 40].map(async ms => {
          const child = fork(__filename, ['child', String(ms)]);
          let result;
          child.on('message', message => (result = message));
          await once(child, 'exit');
          if (result !== 'result') throw new Error('the child exited and had sent nothing');
        }),
      );
    }
  });
}
