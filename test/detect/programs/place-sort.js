// sort against a loop over all of it.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const list = ['b', 'a'];
fs.stat(__filename, () => {
  list.sort(); // W
});
fs.readdir('.', () => {
  let text = '';
  for (const one of list) text += one; // R
  console.log(text);
});
