// After an issue of lokijs: two saves use one temporary file.
const fs = require('fs');
exports.save = (name, text, cb) => {
  const temporary = name + '~';
  fs.writeFile(temporary, text, error => { // expect: shared-temp-file
    if (error) return cb(error);
    fs.rename(temporary, name, cb);
  });
};
