// rules: check-then-act
const fs = require('fs');
const path = require('path');
exports.mkpath = function mkpath(dir, cb) {
  fs.exists(dir, exists => {
    if (exists) return cb(null);
    mkpath(path.dirname(dir), error => {
      if (error) return cb(error);
      fs.mkdir(dir, 0o755, cb); // expect: check-then-act @5
    });
  });
};
