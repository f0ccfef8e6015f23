// Of how many files nobody knows, but each of them can fail.
const { readFile } = require('fs/promises');
exports.concat = function (files, done) {
  Promise.all(files.map(file => readFile(file, 'utf8'))).then(texts => { // expect: missing-catch
    done(texts.join('\n'));
  });
};
