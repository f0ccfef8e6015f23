// A Map that is walked.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const known = new Map([['a', 'new']]);
fs.stat(__filename, () => {
  known.set('a', 'known'); // W
});
fs.readdir('.', () => {
  for (const [key, value] of known) console.log(key, value); // R
});
