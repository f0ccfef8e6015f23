// A variable in a module that two others use.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const shared = require('./modules/shared.js');
fs.stat(__filename, () => {
  shared.state = 'known'; // W
});
fs.readdir('.', () => {
  console.log(require('./modules/shared.js').state); // R
});
