// rules: callback-twice
const fs = require('fs');
exports.load = (file, cb) => {
  fs.readFile(file, (error, data) => {
    if (error) cb(error);
    else cb(null, data);
  });
};
