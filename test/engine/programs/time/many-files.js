'use strict';
// 10,000 file operations at once.
// runs: 1
const assert = require('assert');
const fs = require('fs/promises');
const path = require('path');
const { main, scratch } = require('./rig');

main(async () => {
  const folder = scratch();
  const names = Array.from({ length: 2500 }, (_, i) => path.join(folder, String(i)));
  await Promise.all([
    ...names.map(name => fs.mkdir(name)),
    ...names.map(() => fs.stat(folder)),
    ...names.map(name => fs.access(`${name}.none`).catch(() => {})),
    ...names.map(name => fs.symlink('nowhere', `${name}.link`)),
  ]);
  assert.strictEqual((await fs.readdir(folder)).length, 5000);
});
