// A variable that the head of a loop assigns to.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  for (state of ['known']); // W
});
fs.readdir('.', () => {
  console.log(state); // R
});
