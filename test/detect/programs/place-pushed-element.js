// What is pushed becomes an element.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const list = [];
fs.stat(__filename, () => {
  list.push('known'); // W
});
fs.readdir('.', () => {
  console.log(list[0]); // R
});
