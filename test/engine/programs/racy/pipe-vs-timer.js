'use strict';
// A child that echoes (cat) is assumed to have answered within 20 ms.
// control: poll
// fails: late delay pct
const { spawn } = require('child_process');
const { main, pause } = require('./rig');

main(async () => {
  const child = spawn('cat');
  const ended = new Promise(resolve => child.on('close', resolve));
  for (let round = 0; round < 4; round++) {
    let answer = '';
    child.stdout.once('data', data => (answer = String(data)));
    child.stdin.write('hello');
    await pause(20);
    if (answer !== 'hello') throw new Error('no answer yet');
  }
  child.stdin.end();
  await ended;
});
