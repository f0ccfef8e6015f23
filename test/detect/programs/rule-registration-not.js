// Two immediates that two unordered callbacks ask for.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  setImmediate(() => {
    state = 'known'; // W
  });
});
fs.readdir('.', () => {
  setImmediate(() => console.log(state)); // R
});
