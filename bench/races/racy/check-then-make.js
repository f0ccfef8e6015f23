'use strict';
// origin: mkdirp 2 (Node.fz KUE/MKD family), own code. A folder is looked for, then made; a second
// caller makes it in between and EEXIST is not expected.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const target = `${folder()}/out`;
async function ensure() {
  const there = await fs.stat(target).then(() => true, () => false);
  if (!there) await fs.mkdir(target); // guilty: the folder may be there by now
}
Promise.all([ensure(), pause(40).then(ensure)]).catch(error => fail(error.message));
