// splice moves all elements.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const list = ['first', 'second'];
fs.stat(__filename, () => {
  list.splice(0, 1); // W
});
fs.readdir('.', () => {
  console.log(list[0]); // R
});
