// rules: callback-twice
const fs = require('fs');
exports.load = (file, cb) => {
  fs.readFile(file, (error, data) => {
    if (error) return cb(error);
    cb(null, data);
  });
};
exports.other = (file, cb) => {
  fs.readFile(file, (error, data) => {
    if (error) {
      cb(error);
      return;
    }
    cb(null, data);
  });
};
