// After an issue of mkdirp: two callers make the same folders; the loser gets EEXIST.
const fs = require('fs');
const path = require('path');
module.exports = function make(dir, mode, cb) {
  fs.stat(dir, (error, stat) => {
    if (!error) return cb(stat.isDirectory() ? null : new Error('not a folder'));
    make(path.dirname(dir), mode, problem => {
      if (problem) return cb(problem);
      fs.mkdir(dir, mode, cb); // expect: check-then-act
    });
  });
};
