// rules: last-launched
const fs = require('fs');
exports.removeAll = (paths, done) => {
  for (const [i, path] of paths.entries()) {
    const isLast = i === paths.length - 1;
    fs.unlink(path, () => {
      if (isLast) done(); // expect: last-launched
    });
  }
};
