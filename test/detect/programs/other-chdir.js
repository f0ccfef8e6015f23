// The working folder belongs to the whole process.
// race: D R ordering confirmed
'use strict';
const fs = require('fs');
fs.stat(__filename, () => {
  process.chdir('/'); // D
});
fs.access(__filename, () => {
  console.log(process.cwd() === '/' ? 'root' : 'here'); // R
});
