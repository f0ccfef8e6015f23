// Taking apart is reading.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const state = { ready: 'new', other: 1 };
fs.stat(__filename, () => {
  state.ready = 'known'; // W
});
fs.readdir('.', () => {
  const { ready } = state; // R
  console.log(ready);
});
