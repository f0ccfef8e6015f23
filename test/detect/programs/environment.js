// process.env belongs to the whole process.
// race: 9 12 ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
process.env.DETECT_MODE = 'plain';

fs.stat(__filename, () => {
  process.env.DETECT_MODE = 'pretty';
});
fs.readdir(os.tmpdir(), () => {
  console.log(process.env.DETECT_MODE);
});
