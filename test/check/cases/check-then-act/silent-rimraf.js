// rimraf takes a missing path for success, and a function of this file is not Node's.
const rm = require('rimraf');
const fs = require('fs');
exports.clean = (path, callback) => {
  fs.exists(path, found => (found ? rm(path, callback) : callback()));
};
function mkdir(name, callback) {
  setImmediate(callback, null, name);
}
exports.ensure = (path, callback) => {
  fs.stat(path, error => (error ? mkdir(path, callback) : callback()));
};
