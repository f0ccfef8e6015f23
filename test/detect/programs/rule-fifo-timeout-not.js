// A short timer that two callbacks set by their own leisure.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  setTimeout(() => {
    state = 'known'; // W
  }, 5);
});
fs.readdir('.', () => {
  setTimeout(() => console.log(state), 9); // R
});
