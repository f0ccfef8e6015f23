// A key that is a symbol.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const ready = Symbol('ready');
const state = { [ready]: 'new' };
fs.stat(__filename, () => {
  state[ready] = 'known'; // W
});
fs.readdir('.', () => {
  console.log(state[ready]); // R
});
