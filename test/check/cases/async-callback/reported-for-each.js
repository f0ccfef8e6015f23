// rules: async-callback
// forEach does not wait: "done" is printed first, and a failure is unhandled.
const { unlink } = require('node:fs/promises');

exports.clean = async function clean(files) {
  files.forEach(async file => { // expect: async-callback
    await unlink(file);
  });
  console.log('done');
};
