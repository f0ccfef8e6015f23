// rules: last-launched
// Asked before anything is waited for: the rounds begin in order.
const { stat } = require('node:fs/promises');

exports.start = (files, launched) => {
  files.map(async (file, i) => {
    if (i === files.length - 1) launched();
    await stat(file);
  });
};
