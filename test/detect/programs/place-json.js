// JSON.stringify reads what is inside, too.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const inner = { ready: 'new' };
const state = { inner };
fs.stat(__filename, () => {
  inner.ready = 'known'; // W
});
fs.readdir('.', () => {
  console.log(JSON.stringify(state)); // R
});
