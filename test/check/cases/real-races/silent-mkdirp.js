// The folder is made without asking, and one that is there already is as good.
const fs = require('fs');
const path = require('path');
module.exports = function make(dir, mode, cb) {
  fs.mkdir(dir, mode, error => {
    if (!error || error.code === 'EEXIST') return cb(null);
    if (error.code !== 'ENOENT') return cb(error);
    make(path.dirname(dir), mode, problem => {
      if (problem) return cb(problem);
      make(dir, mode, cb);
    });
  });
};
