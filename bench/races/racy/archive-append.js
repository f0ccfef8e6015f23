'use strict';
// origin: exarchos, pull request 102 (its review), own code. A log is packed and removed; a line that comes when it was read
// but is not removed yet is lost.
const fs = require('fs/promises');
const { promisify } = require('util');
const zlib = require('zlib');
const { folder, pause, fail } = require('../rig');

const dir = folder();
const append = line => fs.appendFile(`${dir}/log`, `${line}\n`);
async function archive() {
  const text = await fs.readFile(`${dir}/log`);
  const packed = await promisify(zlib.gzip)(text);
  await fs.writeFile(`${dir}/log.gz`, packed);
  await fs.unlink(`${dir}/log`); // guilty: there may be lines that were not packed
}
(async () => {
  await append('one');
  await Promise.all([archive(), pause(140).then(() => append('two'))]);
  const packed = await promisify(zlib.gunzip)(await fs.readFile(`${dir}/log.gz`));
  const rest = await fs.readFile(`${dir}/log`, 'utf8').catch(() => '');
  const lines = `${packed}${rest}`.split('\n').length - 1;
  if (lines !== 2) fail(`${lines} line is left of two`);
})();
