// After an issue of mkpath: the answer of stat is old when its caller creates.
const fs = require('fs');
function create(dir, cb) {
  fs.mkdir(dir, cb); // expect: check-then-act
}
exports.mkpath = (dir, cb) => {
  fs.stat(dir, error => {
    if (error && error.code === 'ENOENT') return create(dir, cb);
    cb(error);
  });
};
