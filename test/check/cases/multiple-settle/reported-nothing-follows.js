// What is ignored is all that happens behind the first call: true, and of no consequence.
const fs = require('fs');
exports.read = file =>
  new Promise((resolve, reject) => {
    fs.readFile(file, (error, data) => {
      if (error) reject(error);
      resolve(data); // expect: multiple-settle note
    });
  });
exports.last = (list, wrong) =>
  new Promise((resolve, reject) => {
    if (wrong) {
      if (list) reject(new Error(`wrong ${list}`));
      reject(new Error('wrong')); // expect: multiple-settle note
    } else {
      console.log('fine');
      resolve();
    }
  });
