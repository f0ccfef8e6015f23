// clear() takes every key.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const known = new Map([['a', 'known']]);
fs.stat(__filename, () => {
  known.clear(); // W
});
fs.readdir('.', () => {
  console.log(known.get('a')); // R
});
