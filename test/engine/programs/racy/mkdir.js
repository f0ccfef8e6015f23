'use strict';
// node-mkdirp 2: a folder is made where it was not found; two callers, 150 ms apart, share a parent
// and the second does not expect that it is made in the meantime.
// fails: late delay pct
// guilty: 15
const fs = require('fs/promises');
const path = require('path');
const { main, pause, scratch } = require('./rig');

const exists = folder => fs.access(folder).then(() => true, () => false);

async function mkdirp(folder) {
  if (await exists(folder)) return;
  await mkdirp(path.dirname(folder));
  await fs.mkdir(folder);
}

main(async () => {
  const parent = path.join(scratch(), 'a', 'b');
  const first = mkdirp(path.join(parent, 'left'));
  await pause(150);
  await Promise.all([first, mkdirp(path.join(parent, 'right'))]);
});
