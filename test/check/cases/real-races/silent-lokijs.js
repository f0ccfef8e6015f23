const fs = require('fs');
let saves = 0;
exports.save = (name, text, cb) => {
  const temporary = `${name}.${process.pid}.${saves++}~`;
  fs.writeFile(temporary, text, error => {
    if (error) return cb(error);
    fs.rename(temporary, name, cb);
  });
};
