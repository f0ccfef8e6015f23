'use strict';
// origin: atomicity violation over a file counter (NACD, json-file-store), own code. Two increments
// read the same value.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const file = `${folder()}/count`;
async function increment() {
  const count = Number(await fs.readFile(file, 'utf8')); // guilty: read and write are not one step
  await fs.writeFile(file, String(count + 1));
}
(async () => {
  await fs.writeFile(file, '0');
  await Promise.all([increment(), pause(60).then(increment)]);
  if ((await fs.readFile(file, 'utf8')) !== '2') fail('an increment was lost');
})();
