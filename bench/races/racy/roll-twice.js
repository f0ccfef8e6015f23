'use strict';
// origin: cinovo-logger-file, issue 1 (Node.fz, CLF; NACD 6), own code. A log that is full is continued in a new file; until
// that is made it counts as full, and the next line makes one more.
const fs = require('fs');
const { folder, pause, fail } = require('../rig');

const dir = folder();
const write = (stream, text) => new Promise(resolve => stream.write(text, resolve));
let stream, size, files = 0;
async function open() {
  const path = `${dir}/log.${files}`;
  const next = fs.createWriteStream(path, { flags: 'wx' });
  await new Promise(resolve => next.once('open', resolve));
  files += 1;
  stream?.end();
  stream = next;
  size = 0; // guilty: too late, a line in between has found it full, too
}
async function log(line) {
  size += line.length;
  await write(stream, line);
  if (size > 20) await roll(); // guilty: somebody may be at it
}
async function roll() {
  await fs.promises.access(dir, fs.constants.W_OK);
  await open();
}
(async () => {
  await open();
  await Promise.all([log('a line that fills the file\n'), pause(90).then(() => log('short\n'))]);
  stream.end();
  const made = fs.readdirSync(dir).length;
  if (made !== 2) fail(`${made} files were made for two`);
})().catch(error => fail(error.message));
