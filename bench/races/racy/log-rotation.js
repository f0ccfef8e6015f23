'use strict';
// origin: log rotation, own code. A line that is appended while the file is moved away is lost.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const dir = folder();
(async () => {
  await fs.writeFile(`${dir}/log`, 'first\n');
  const appended = (async () => {
    const text = await fs.readFile(`${dir}/log`, 'utf8');
    await fs.writeFile(`${dir}/log`, `${text}second\n`); // guilty: the file may be another by now
  })();
  await pause(30);
  await fs.rename(`${dir}/log`, `${dir}/log.1`);
  await fs.writeFile(`${dir}/log`, '', { flag: 'a' });
  await appended;
  const all = (await fs.readFile(`${dir}/log`, 'utf8')) + (await fs.readFile(`${dir}/log.1`, 'utf8'));
  if (all.split('first').length !== 2) fail('a line was logged twice');
})();
