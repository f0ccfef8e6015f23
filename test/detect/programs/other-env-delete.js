// A variable of the environment that goes.
// race: D R ordering confirmed
'use strict';
const fs = require('fs');
process.env.DETECT_MODE = 'plain';
fs.stat(__filename, () => {
  delete process.env.DETECT_MODE; // D
});
fs.readdir('.', () => {
  console.log('DETECT_MODE' in process.env ? 'there' : 'gone'); // R
});
