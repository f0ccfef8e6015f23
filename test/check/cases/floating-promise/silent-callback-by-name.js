// Whoever gives a callback hears of the failure from it.
const fs = require('fs');
async function load(name, callback) {
  if (callback) return fs.readFile(name, callback);
  return fs.promises.readFile(name);
}
exports.read = (name, callback) => {
  load(name, callback);
};
