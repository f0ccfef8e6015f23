// A Set: the same value.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const seen = new Set();
fs.stat(__filename, () => {
  seen.add('a'); // W
});
fs.access(__filename, () => {
  seen.add('b');
});
fs.readdir('.', () => {
  console.log(seen.has('a') ? 'there' : 'missing'); // R
});
