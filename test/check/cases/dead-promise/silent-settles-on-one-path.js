// On one path it never settles, on the other it does: not dead.
const fs = require('node:fs');

exports.firstChange = function firstChange(path) {
  return new Promise(resolve => {
    fs.watch(path, kind => {
      if (kind === 'change') resolve(path);
    });
  });
};
