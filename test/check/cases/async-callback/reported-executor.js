// rules: async-callback
// What an async executor throws is lost, and the promise never settles.
const { readFile } = require('node:fs/promises');

exports.config = function config(path) {
  return new Promise(async resolve => { // expect: async-callback
    resolve(JSON.parse(await readFile(path, 'utf8')));
  });
};
