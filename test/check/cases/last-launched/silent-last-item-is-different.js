// rules: last-launched
// The last one is written without a comma; nothing is told to be over.
const { stat } = require('node:fs/promises');

exports.lines = (files, mark) =>
  Promise.all(
    files.map(async (file, i) => {
      const found = await stat(file);
      let line = String(found.size);
      if (i === files.length - 1) line = line.concat('.');
      return line;
    })
  );
