// delete is a write.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const state = { ready: 'known' };
fs.stat(__filename, () => {
  delete state.ready; // W
});
fs.readdir('.', () => {
  console.log(state.ready); // R
});
