'use strict';
// A file is changed, and 100 ms later a peer is told on a connection: its message is assumed to find
// the change already noticed by fs.watch.
// control: poll
// fails: late delay
// guilty: 23
const fs = require('fs');
const path = require('path');
const { echoPair, main, pause, scratch } = require('./rig');

main(async () => {
  const folder = scratch();
  const pair = await echoPair();
  let changes = 0;
  const watcher = fs.watch(folder, () => changes++);
  for (let round = 0; round < 6; round++) {
    const before = changes;
    fs.writeFileSync(path.join(folder, String(round)), 'x');
    const read = pair.read([]);
    await pause(100);
    pair.write('changed');
    await read;
    if (changes === before) throw new Error('the message came before the change was noticed');
  }
  watcher.close();
});
