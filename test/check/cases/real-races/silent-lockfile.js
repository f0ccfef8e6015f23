// The stale lock is moved away under a name of its own: one wins, and ENOENT tells the others.
const fs = require('fs');
let moves = 0;
exports.acquire = function acquire(file, age, cb) {
  fs.open(file, 'wx', (error, fd) => {
    if (!error) return cb(null, fd);
    fs.stat(file, (problem, stat) => {
      if (problem) return acquire(file, age, cb);
      if (Date.now() - stat.mtimeMs < age) return cb(error);
      fs.rename(file, `${file}.${process.pid}.${moves++}`, gone => {
        if (gone && gone.code !== 'ENOENT') return cb(gone);
        acquire(file, age, cb);
      });
    });
  });
};
