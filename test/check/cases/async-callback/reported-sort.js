// rules: async-callback
// A promise is no number: the order does not change.
const { stat } = require('node:fs/promises');

exports.bySize = function bySize(files) {
  return files.sort(async (a, b) => { // expect: async-callback
    return (await stat(a)).size - (await stat(b)).size;
  });
};
