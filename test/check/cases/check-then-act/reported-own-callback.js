// The same with a callback of the file that hands the error on.
const fs = require('fs');
exports.forget = (path, callback) => {
  const complete = error => callback(error);
  fs.exists(path, found => (found ? fs.unlink(path, complete) : complete())); // expect: check-then-act
};
