// rules: unnecessary-promise
// The inner promise could be returned as it is.
const { readFile } = require('node:fs/promises');

exports.read = function read(path) {
  return new Promise((resolve, reject) => { // expect: unnecessary-promise
    readFile(path, 'utf8').then(resolve, reject);
  });
};
