'use strict';
// A timer that is long due, and a message that is written only then: the timer is assumed to come
// first, as libuv looks at timers before it polls again.
// control: timers
// fails: late fz pct
// guilty: 19
const fs = require('fs');
const { busy, echoPair, main } = require('./rig');

main(async () => {
  const pair = await echoPair();
  for (let round = 0; round < 10; round++) {
    const order = [];
    await new Promise(resolve => fs.stat(__filename, resolve)); // into the poll phase
    const due = new Promise(resolve => setTimeout(() => resolve(order.push('timer')), 1));
    busy(3);
    pair.write('x');
    await Promise.all([due, pair.read(order)]);
    if (order[0] !== 'timer') throw new Error('a message overtook a timer that was due before it');
  }
});
