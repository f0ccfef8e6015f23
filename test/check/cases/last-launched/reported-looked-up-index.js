// rules: last-launched
const fs = require('node:fs');

exports.load = (names, done) => {
  const texts = [];
  names.forEach(name => {
    fs.readFile(name, 'utf8', (error, text) => {
      texts.push(text);
      if (names.indexOf(name) === names.length - 1) done(texts); // expect: last-launched
    });
  });
};
