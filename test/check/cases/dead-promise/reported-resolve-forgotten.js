// rules: dead-promise
// The callback stores the rows and tells nobody.
const fs = require('node:fs');
const rows = [];

function load(path) {
  return new Promise((resolve, reject) => { // expect: dead-promise
    fs.readFile(path, 'utf8', (error, text) => {
      if (error) {
        console.error(error);
        return;
      }
      rows.push(...text.split('\n'));
    });
  });
}

load('table.csv').then(() => console.log(rows.length));
