// Which keys are there.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const state = { one: 1 };
fs.stat(__filename, () => {
  state.two = 2; // W
});
fs.readdir('.', () => {
  for (const key in state) console.log(key); // R
});
