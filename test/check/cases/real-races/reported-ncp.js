// After an issue of ncp: two copies into one tree both find the folder missing.
const fs = require('fs');
exports.copyFolder = (from, target, cb) => {
  fs.exists(target, there => {
    if (there) return copyAll(from, target, cb);
    fs.mkdir(target, error => { // expect: check-then-act
      if (error) return cb(error);
      copyAll(from, target, cb);
    });
  });
};
function copyAll(from, target, cb) {
  fs.readdir(from, cb);
}
