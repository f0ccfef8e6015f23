// Values that differ, but nobody looks.
// race: A B ordering no-difference
'use strict';
const fs = require('fs');
let mode = 'none';
fs.stat(__filename, () => {
  mode = 'stat'; // A
});
fs.readdir('.', () => {
  mode = 'list'; // B
});
