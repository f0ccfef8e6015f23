'use strict';
// control of lost-update.js: increments stand in a queue.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const file = `${folder()}/count`;
let last = Promise.resolve();
const increment = () =>
  (last = last.then(async () => {
    const count = Number(await fs.readFile(file, 'utf8'));
    await fs.writeFile(file, String(count + 1));
  }));
(async () => {
  await fs.writeFile(file, '0');
  await Promise.all([increment(), pause(60).then(increment), pause(5).then(increment)]);
  if ((await fs.readFile(file, 'utf8')) !== '3') fail('an increment was lost');
})();
