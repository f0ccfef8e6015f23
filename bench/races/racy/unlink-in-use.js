'use strict';
// origin: cleaner against reader (Node.fz, FPS), own code. A sweeper removes what a reader has just
// found to be there.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const file = `${folder()}/entry`;
async function read() {
  await fs.access(file);
  return fs.readFile(file, 'utf8'); // guilty: it may be gone
}
(async () => {
  await fs.writeFile(file, 'x');
  const reading = read();
  await pause(80);
  await Promise.all([reading, fs.unlink(file)]);
})().catch(error => fail(error.message));
