// rules: shared-temp-file
const fs = require('fs');
const storage = {
  write(filename, data, cb) {
    const tempFilename = filename + '~';
    fs.writeFile(tempFilename, data, error => { // expect: shared-temp-file
      if (error) return cb(error);
      fs.rename(tempFilename, filename, cb);
    });
  },
};
module.exports = storage;
