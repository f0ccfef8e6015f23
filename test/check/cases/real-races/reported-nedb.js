// After an issue of nedb: the data file is put back from its old copy, if nobody else has done that meanwhile.
const fs = require('fs');
exports.recover = (file, cb) => {
  const old = file + '.old';
  fs.exists(file, there => {
    if (there) return cb(null);
    fs.exists(old, kept => {
      if (!kept) return fs.writeFile(file, '', cb);
      fs.rename(old, file, cb); // expect: check-then-act
    });
  });
};
