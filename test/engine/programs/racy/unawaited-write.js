'use strict';
// Read after a write that nobody awaited: settings are saved, and loaded again 100 ms later.
// fails: late delay
// guilty: 12
const fs = require('fs/promises');
const path = require('path');
const { main, pause, scratch } = require('./rig');

main(async () => {
  const file = path.join(scratch(), 'settings.json');
  await fs.writeFile(file, '{"theme":"light"}');
  const saved = fs.writeFile(file, '{"theme":"dark"}');
  await pause(100);
  const { theme } = JSON.parse((await fs.readFile(file, 'utf8')) || '{}');
  await saved;
  if (theme !== 'dark') throw new Error(`saved dark, loaded ${theme}`);
});
