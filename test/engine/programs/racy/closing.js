'use strict';
// A connection is destroyed; the next thing read is assumed to come after its close event, as libuv
// runs close callbacks at the end of the same turn.
// control: closing
// fails: late fz delay pct
// guilty: 16
const fs = require('fs');
const { echoPair, main } = require('./rig');

main(async () => {
  for (let round = 0; round < 20; round++) {
    const sessions = new Set(['alice']);
    const pair = await echoPair();
    await new Promise(resolve => fs.stat(__filename, resolve)); // into the poll phase
    pair.client.on('close', () => sessions.delete('alice'));
    pair.client.destroy();
    await new Promise(resolve => fs.stat(__filename, resolve));
    if (sessions.has('alice')) throw new Error('still logged in after the connection was destroyed');
  }
});
