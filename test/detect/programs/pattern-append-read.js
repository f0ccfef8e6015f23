// The order of what was pushed is printed.
// race: A B commutative-ordering confirmed
'use strict';
const fs = require('fs');
const log = [];
fs.stat(__filename, () => {
  log.push('stat'); // A
});
fs.readdir('.', () => {
  log.push('list'); // B
});
process.on('exit', () => console.log(log.join()));
