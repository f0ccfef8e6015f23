// The rejection passes through every step of the chain, and through a helper's.
const fs = require('fs');
const sizeOf = file => fs.promises.stat(file).then(stat => stat.size);
exports.print = file => {
  sizeOf(file).then(size => size / 1024).then(console.log); // expect: missing-catch
};
