// A Set's size depends on every value that is added.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const seen = new Set();
fs.stat(__filename, () => {
  seen.add('a'); // W
});
fs.readdir('.', () => {
  console.log(seen.size ? 'some' : 'none'); // R
});
