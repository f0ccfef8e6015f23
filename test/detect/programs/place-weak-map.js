// A WeakMap, by the identity of its key.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const one = {};
const other = {};
const known = new WeakMap([[one, 'new'], [other, 'new']]);
fs.stat(__filename, () => {
  known.set(one, 'known'); // W
});
fs.access(__filename, () => {
  known.set(other, 'known');
});
fs.readdir('.', () => {
  console.log(known.get(one)); // R
});
