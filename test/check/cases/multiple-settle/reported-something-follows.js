// Where it failed there is no data: behind the rejection the callback throws, and nobody catches that.
const fs = require('fs');
exports.read = file =>
  new Promise((resolve, reject) => {
    fs.readFile(file, (error, data) => {
      if (error) reject(error);
      resolve(data.toString()); // expect: multiple-settle warning
    });
  });
exports.write = (file, text, log) =>
  new Promise((resolve, reject) => {
    fs.writeFile(file, text, error => {
      if (error) reject(error);
      log(`${file} is written`);
      resolve(); // expect: multiple-settle warning
    });
  });
// The value of the second is never seen.
exports.value = value =>
  new Promise(resolve => {
    resolve();
    resolve(value); // expect: multiple-settle warning
  });
