// The callback of stream.pipeline hears of failures.
const fs = require('fs');
const { pipeline } = require('stream');

exports.copy = (from, to, done) => {
  pipeline(fs.createReadStream(from), fs.createWriteStream(to), error => done(error));
};
exports.lines = async from => {
  const lines = [];
  for await (const line of fs.createReadStream(from)) lines.push(line);
  return lines;
};
