// A copy by spread reads everything.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const state = { ready: 'new' };
fs.stat(__filename, () => {
  state.ready = 'known'; // W
});
fs.readdir('.', () => {
  const copy = { ...state }; // R
  console.log(copy.ready);
});
