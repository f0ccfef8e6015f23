// A WeakSet.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const one = {};
const seen = new WeakSet();
fs.stat(__filename, () => {
  seen.add(one); // W
});
fs.readdir('.', () => {
  console.log(seen.has(one) ? 'there' : 'missing'); // R
});
