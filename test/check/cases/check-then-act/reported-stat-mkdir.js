// rules: check-then-act
const fs = require('fs');
exports.ensure = (dir, cb) => {
  fs.stat(dir, error => {
    if (!error) return cb(null);
    fs.mkdir(dir, cb); // expect: check-then-act @4
  });
};
