// Object.assign writes.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const state = { ready: 'new' };
fs.stat(__filename, () => {
  Object.assign(state, { ready: 'known' }); // W
});
fs.readdir('.', () => {
  console.log(state.ready); // R
});
