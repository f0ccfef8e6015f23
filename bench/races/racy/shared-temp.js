'use strict';
// origin: write-file-atomic without a unique name, own code. Two savers share one temporary file.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const dir = folder();
async function save(text) {
  await fs.writeFile(`${dir}/state.tmp`, text);
  await fs.rename(`${dir}/state.tmp`, `${dir}/state`); // guilty: the other one may have renamed it
}
Promise.all([save('one'), pause(30).then(() => save('two'))]).catch(error => fail(error.message));
