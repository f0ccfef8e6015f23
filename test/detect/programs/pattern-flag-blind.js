// A flag that one of them reads without deciding by it.
// race: S R ordering confirmed
'use strict';
const fs = require('fs');
let busy = 'no';
fs.stat(__filename, () => {
  busy = 'yes'; // S
});
fs.readdir('.', () => {
  console.log(busy); // R
});
