// return ends the path.
const fs = require('node:fs');

exports.read = function read(path) {
  return new Promise((resolve, reject) => {
    fs.readFile(path, 'utf8', (error, text) => {
      if (error) return reject(error);
      resolve(text);
    });
  });
};
