// rules: unnecessary-promise
// The same with then and catch, and an extra step that belongs into a then.
const { readFile } = require('node:fs/promises');

exports.lines = function lines(path) {
  return new Promise((resolve, reject) => { // expect: unnecessary-promise
    readFile(path, 'utf8')
      .then(text => resolve(text.split('\n')))
      .catch(error => reject(error));
  });
};
