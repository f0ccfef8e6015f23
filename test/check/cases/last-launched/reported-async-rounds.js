// rules: last-launched
const { stat } = require('node:fs/promises');

exports.sizes = (files, done) => {
  const all = [];
  files.map(async (file, i) => {
    try {
      const found = await stat(file);
      all.push(found.size);
      if (i === files.length - 1) done(null, all); // expect: last-launched
    } catch (error) {
      done(error);
    }
  });
};
