// The last answer stays, and nobody says which one is asked for last.
// race: 9 12 ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
let shown = null;

fs.stat(__filename, () => {
  shown = 'stat';
});
fs.readdir(os.tmpdir(), () => {
  shown = 'readdir';
});
process.on('exit', () => console.log(shown));
