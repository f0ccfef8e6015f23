// ||= reads, and writes where nothing was there: whoever is first decides.
// race: A B ordering confirmed
'use strict';
const fs = require('fs');
let owner;
fs.stat(__filename, () => {
  owner ||= 'stat'; // A
});
fs.readdir('.', () => {
  owner ||= 'list'; // B
});
process.on('exit', () => console.log(owner));
