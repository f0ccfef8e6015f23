'use strict';
// Two appends, the second 100 ms after the first, which nobody awaited: the file's order is assumed.
// Both side effects happen in worker tasks, so only their start can be late enough.
// control: workers
// fails: late delay
// guilty: 14
const fs = require('fs');
const path = require('path');
const { main, pause, scratch } = require('./rig');

main(async () => {
  const file = path.join(scratch(), 'log');
  const handle = await fs.promises.open(file, 'a');
  const first = handle.write('started ');
  await pause(100);
  await Promise.all([first, handle.write('finished')]);
  await handle.close();
  const text = fs.readFileSync(file, 'utf8');
  if (text !== 'started finished') throw new Error(`the log says "${text}"`);
});
