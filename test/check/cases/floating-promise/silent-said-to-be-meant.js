// A comment says that nobody waits.
const fs = require('fs');
exports.start = folder => {
  // no await: cleaning up must not hold up the start
  fs.promises.rm(folder, { recursive: true });
  fs.promises.mkdir(folder); // runs in the background
};
