// rules: shared-temp-file
const fs = require('fs');
exports.save = (file, data, cb) => {
  fs.writeFile(`${file}.tmp`, data, error => { // expect: shared-temp-file @6
    if (error) return cb(error);
    fs.rename(`${file}.tmp`, file, cb);
  });
};
