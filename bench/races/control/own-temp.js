'use strict';
// control of shared-temp.js: each saver has a temporary file of its own.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const dir = folder();
let savers = 0;
async function save(text) {
  const own = `${dir}/state.${(savers += 1)}`;
  await fs.writeFile(own, text);
  await fs.rename(own, `${dir}/state`);
}
(async () => {
  await Promise.all([save('one'), pause(30).then(() => save('two'))]);
  if (!['one', 'two'].includes(await fs.readFile(`${dir}/state`, 'utf8'))) fail('neither was saved');
})().catch(error => fail(error.message));
