// After an issue of glob: the end is told by the entry that was asked for last.
const fs = require('fs');
exports.sizes = (names, done) => {
  const sizes = [];
  for (let i = 0; i < names.length; i++) {
    fs.stat(names[i], (error, stat) => {
      if (!error) sizes.push(stat.size);
      if (i === names.length - 1) done(null, sizes); // expect: last-launched
    });
  }
};
