'use strict';
// Messages of one channel between two processes keep their order, both ways, whenever they are read. The child answers each at
// once; the parent lets go of the channel when the last answer has come, which ends the child.
const { fork } = require('child_process');
const { fail } = require('../rig');

const count = 5;
if (process.argv[2]) {
  process.on('message', number => process.send(number * number));
} else {
  const child = fork(__filename, ['child']);
  const answers = [];
  for (let i = 0; i < count; i++) child.send(i);
  child.on('message', answer => {
    answers.push(answer);
    if (answers.length === count) child.disconnect();
  });
  child.on('close', code => {
    if (code !== 0 || answers.join() !== '0,1,4,9,16') fail(`exit ${code}, answers ${answers}`);
  });
}
