// rules: check-then-act
const fs = require('fs');
exports.next = (dir, cb) => {
  fs.stat(dir, error => {
    if (error) return cb(error);
    fs.mkdir(`${dir}/next`, cb);
  });
};
