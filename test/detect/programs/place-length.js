// An array's length changes with what is pushed.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const list = [];
fs.stat(__filename, () => {
  list.push('known'); // W
});
fs.readdir('.', () => {
  console.log(list.length ? 'some' : 'none'); // R
});
