// The count decides who is told.
// race: A B ordering confirmed
'use strict';
const fs = require('fs');
let count = 0;
fs.stat(__filename, () => {
  count += 1; // A
  if (count === 1) console.log('stat was first'); // D
});
fs.readdir('.', () => {
  count += 1; // B
});
// race: D B ordering confirmed
