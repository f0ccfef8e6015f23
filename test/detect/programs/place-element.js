// The same element of an array; another one is none of its business.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const list = ['new', 'new'];
fs.stat(__filename, () => {
  list[0] = 'known'; // W
});
fs.access(__filename, () => {
  list[1] = 'known';
});
fs.readdir('.', () => {
  console.log(list[0]); // R
});
