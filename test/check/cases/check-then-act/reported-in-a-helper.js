// rules: check-then-act
const fs = require('fs');
function create(target, cb) {
  fs.mkdir(target, cb); // expect: check-then-act @7
}
exports.copyTree = (to, cb) => {
  fs.lstat(to, error => {
    if (error) create(to, cb);
    else cb(null);
  });
};
