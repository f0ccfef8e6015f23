// The group knows when all are there.
const { readFile } = require('node:fs/promises');

exports.readAll = function readAll(paths) {
  return Promise.all(paths.map(path => readFile(path, 'utf8')));
};
