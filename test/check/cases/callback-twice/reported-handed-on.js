// rules: callback-twice
const fs = require('fs');
exports.copy = (from, to, cb) => {
  fs.readFile(from, (error, data) => {
    if (error) cb(error); // expect: callback-twice @6
    fs.writeFile(to, data, cb);
  });
};
