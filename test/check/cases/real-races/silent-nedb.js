const fs = require('fs');
exports.recover = (file, cb) => {
  const old = file + '.old';
  fs.rename(old, file, error => {
    if (!error || error.code !== 'ENOENT') return cb(error);
    fs.open(file, 'a', (problem, fd) => (problem ? cb(problem) : fs.close(fd, cb)));
  });
};
