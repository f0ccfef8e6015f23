// rules: last-launched
// Compared by value instead of index.
const fs = require('node:fs');

exports.removeAll = function removeAll(files, done) {
  const last = files[files.length - 1];
  for (const file of files) {
    fs.unlink(file, () => {
      if (file === last) done(); // expect: last-launched
    });
  }
};
