// rules: multiple-settle
// After the rejection the path goes on to resolve.
const fs = require('node:fs');

exports.read = function read(path) {
  return new Promise((resolve, reject) => {
    fs.readFile(path, 'utf8', (error, text) => {
      if (error) reject(error);
      resolve(text); // expect: multiple-settle
    });
  });
};
