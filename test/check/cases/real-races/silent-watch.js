const fs = require('fs');
const path = require('path');
exports.walk = (dir, cb) => {
  const files = {};
  fs.readdir(dir, (error, names) => {
    if (error) return cb(error);
    let open = names.length;
    if (!open) return cb(null, files);
    names.forEach(name => {
      fs.stat(path.join(dir, name), (problem, stat) => {
        if (!problem) files[name] = stat;
        if (--open === 0) cb(null, files);
      });
    });
  });
};
