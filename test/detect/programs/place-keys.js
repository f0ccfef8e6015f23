// Which keys are there, asked by Object.keys.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const state = { one: 1 };
fs.stat(__filename, () => {
  state.two = 2; // W
});
fs.readdir('.', () => {
  console.log(Object.keys(state).join()); // R
});
