// Whoever comes first sets it, to something of its own, and that is printed.
// race: I C ordering confirmed
'use strict';
const fs = require('fs');
let owner;
function use(name) {
  if (!owner) { // C
    owner = name; // I
  }
}
fs.stat(__filename, () => use('stat'));
fs.readdir('.', () => use('list'));
process.on('exit', () => console.log(owner));
