// rules: callback-twice
const fs = require('fs');
exports.load = (file, cb) => {
  fs.readFile(file, (error, data) => {
    if (error) cb(error); // expect: callback-twice @6
    cb(null, data);
  });
};
