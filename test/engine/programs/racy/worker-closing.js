'use strict';
// In a worker thread: a connection is destroyed; the next thing read is assumed to come after its
// close event, as libuv runs close callbacks at the end of the same turn.
// control: closing
// fails: late fz delay pct
const fs = require('fs');
const { once } = require('events');
const { Worker, isMainThread } = require('worker_threads');
const { echoPair, main } = require('./rig');

async function inWorker() {
  for (let round = 0; round < 20; round++) {
    const sessions = new Set(['alice']);
    const pair = await echoPair();
    await new Promise(resolve => fs.stat(__filename, resolve)); // into the poll phase
    pair.client.on('close', () => sessions.delete('alice'));
    pair.client.destroy();
    await new Promise(resolve => fs.stat(__filename, resolve));
    if (sessions.has('alice')) throw new Error('still logged in after the connection was destroyed');
  }
}

if (isMainThread)
  main(async () => {
    const [code] = await once(new Worker(__filename), 'exit');
    if (code) throw new Error('the worker failed');
  });
else main(inWorker);
