'use strict';
// Atomicity over await: the check and the insert of a file database have other requests between
// them. Two users ask for the same name 150 ms apart.
// fails: late delay pct
// guilty: 14 16
const fs = require('fs/promises');
const path = require('path');
const { main, pause, scratch } = require('./rig');

main(async () => {
  const file = path.join(scratch(), 'users');
  await fs.writeFile(file, '');
  const insert = async name => {
    const users = (await fs.readFile(file, 'utf8')).split('\n');
    if (users.includes(name)) return false;
    await fs.appendFile(file, `${name}\n`);
    return true;
  };
  const first = insert('alice');
  await pause(150);
  const results = await Promise.all([first, insert('alice')]);
  if (results[0] === results[1]) throw new Error('alice was registered twice');
});
