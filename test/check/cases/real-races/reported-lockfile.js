// After an issue about lock files: a stale lock is removed by two, and the second removes the first one's new lock.
const fs = require('fs');
exports.acquire = function acquire(file, age, cb) {
  fs.open(file, 'wx', (error, fd) => {
    if (!error) return cb(null, fd);
    fs.stat(file, (problem, stat) => {
      if (problem) return acquire(file, age, cb);
      if (Date.now() - stat.mtimeMs < age) return cb(error);
      fs.unlink(file, gone => { // expect: check-then-act
        if (gone) return cb(gone);
        acquire(file, age, cb);
      });
    });
  });
};
