// Of how many files nobody knows, but each of them can fail.
const { readFile, writeFile } = require('fs/promises');
async function copyAll(files) {
  await Promise.all(files.map(async file => writeFile(file + '.bak', await readFile(file))));
}
exports.onSave = files => {
  copyAll(files); // expect: floating-promise
  return files;
};
