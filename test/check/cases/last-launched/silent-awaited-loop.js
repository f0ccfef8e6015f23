// The loop waits in each round, so the last is the last.
const { readFile } = require('node:fs/promises');

exports.readAll = async function readAll(paths, done) {
  const texts = [];
  for (let i = 0; i < paths.length; i++) {
    texts.push(await readFile(paths[i], 'utf8'));
    if (i === paths.length - 1) done(texts);
  }
};
