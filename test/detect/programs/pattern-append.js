// Two lists of who was there: nobody reads them.
// benign: A B append
'use strict';
const fs = require('fs');
const log = [];
fs.stat(__filename, () => {
  log.push('stat'); // A
});
fs.readdir('.', () => {
  log.push('list'); // B
});
