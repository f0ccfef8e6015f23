// The stream ignores the promise of its listener.
const fs = require('fs');

exports.read = name => {
  fs.createReadStream(name).on('data', async chunk => { // expect: async-callback
    if (!chunk.length) throw new Error('empty');
  });
};
