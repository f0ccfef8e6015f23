const fs = require('fs');
exports.copyFolder = (from, target, cb) => {
  fs.mkdir(target, error => {
    if (error && error.code !== 'EEXIST') return cb(error);
    copyAll(from, target, cb);
  });
};
function copyAll(from, target, cb) {
  fs.readdir(from, cb);
}
