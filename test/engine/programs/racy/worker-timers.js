'use strict';
// In a worker thread: a timer that is long due, and a message that is written only then. The timer is
// assumed to come first, as libuv looks at timers before it polls again.
// control: timers
// fails: late fz pct
const fs = require('fs');
const { once } = require('events');
const { Worker, isMainThread } = require('worker_threads');
const { busy, echoPair, main } = require('./rig');

async function inWorker() {
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
}

if (isMainThread)
  main(async () => {
    const [code] = await once(new Worker(__filename), 'exit');
    if (code) throw new Error('the worker failed');
  });
else main(inWorker);
