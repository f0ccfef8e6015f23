'use strict';
// A signal is sent after a request was written: the request is assumed to have been read when the
// signal comes. Signals have a pipe of their own.
// control: poll
// fails: late delay pct
// guilty: 19
const { once } = require('events');
const { echoPair, main } = require('./rig');

main(async () => {
  const pair = await echoPair();
  for (let round = 0; round < 6; round++) {
    const order = [];
    const told = once(process, 'SIGUSR2').then(() => order.push('signal'));
    const read = pair.read(order);
    pair.write('request');
    process.kill(process.pid, 'SIGUSR2');
    await Promise.all([told, read]);
    if (order[0] !== 'request') throw new Error('the signal overtook the request');
  }
});
