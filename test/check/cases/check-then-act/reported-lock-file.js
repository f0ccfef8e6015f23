// rules: check-then-act
const fs = require('fs');
exports.lock = (lockFile, cb) => {
  fs.exists(lockFile, there => {
    if (there) return cb(new Error('locked'));
    fs.writeFile(lockFile, String(process.pid), cb); // expect: check-then-act
  });
};
