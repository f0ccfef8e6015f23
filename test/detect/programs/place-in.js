// Whether a key is there.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const state = {};
fs.stat(__filename, () => {
  state.ready = 'known'; // W
});
fs.readdir('.', () => {
  console.log('ready' in state ? 'there' : 'missing'); // R
});
