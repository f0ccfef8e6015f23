const fs = require('fs');
function create(dir, cb) {
  fs.mkdir(dir, { recursive: true }, cb);
}
exports.mkpath = (dir, cb) => {
  fs.stat(dir, error => {
    if (error && error.code === 'ENOENT') return create(dir, cb);
    cb(error);
  });
};
