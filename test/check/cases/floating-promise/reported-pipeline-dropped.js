// The pipeline of stream/promises fails into a promise that nobody has.
const fs = require('fs');
const { pipeline } = require('stream/promises');

exports.copy = (from, to) => {
  pipeline(fs.createReadStream(from), fs.createWriteStream(to)); // expect: floating-promise
};
