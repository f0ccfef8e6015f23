'use strict';
// A correct test: forty file operations, one after another. A test runner gives it two seconds, or five; whatever is
// held, they are enough.
const fs = require('fs/promises');

exports.statForty = async () => {
  let files = 0;
  for (let i = 0; i < 40; i++) files += (await fs.stat(__filename)).isFile();
  return files;
};
