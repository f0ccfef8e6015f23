// rules: last-launched
// The last file to be asked for need not be the last to arrive.
const fs = require('node:fs');

exports.readAll = function readAll(paths, done) {
  const texts = [];
  for (let i = 0; i < paths.length; i++) {
    fs.readFile(paths[i], 'utf8', (error, text) => {
      texts[i] = text;
      if (i === paths.length - 1) { // expect: last-launched
        done(texts);
      }
    });
  }
};
