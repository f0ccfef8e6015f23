// A loop waits.
const { unlink } = require('node:fs/promises');

exports.clean = async function clean(files) {
  for (const file of files) {
    await unlink(file);
  }
  console.log('done');
};
