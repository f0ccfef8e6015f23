'use strict';
// control of proper-lockfile-stale.js and lost-update.js. mkdir succeeds for one only; the others look again later, as long as it
// takes. Nobody takes a lock from its holder, and each gives it back behind its last write; so the three increments never overlap.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const dir = folder();
async function locked(work) {
  for (;;) {
    const error = await fs.mkdir(`${dir}/lock`).catch(reason => reason);
    if (!error) break;
    if (error.code !== 'EEXIST') throw error;
    await pause(10);
  }
  await work();
  await fs.rmdir(`${dir}/lock`);
}
const increment = () =>
  locked(async () => {
    const count = Number(await fs.readFile(`${dir}/count`, 'utf8'));
    await fs.writeFile(`${dir}/count`, String(count + 1));
  });
(async () => {
  await fs.writeFile(`${dir}/count`, '0');
  await Promise.all([increment(), pause(5).then(increment), pause(40).then(increment)]);
  const count = await fs.readFile(`${dir}/count`, 'utf8');
  if (count !== '3') fail(`${count} of three increments are left`);
})().catch(error => fail(error.message));
