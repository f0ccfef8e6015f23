// The same chain, started elsewhere.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  state = 'known'; // W
});
fs.access(__filename, () => {
  process.nextTick(() => setImmediate(() => fs.readdir('.', () => console.log(state)))); // R
});
