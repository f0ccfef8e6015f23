// A flag keeps the second out while the first is at work.
// benign: 9 10 sequentialized
// benign: 9 12 sequentialized
'use strict';
const fs = require('fs');
const os = require('os');
let busy = false;
function save() {
  if (busy) return;
  busy = true;
  fs.stat(__filename, () => {
    busy = false;
  });
}
fs.access(__filename, save);
fs.readdir(os.tmpdir(), save);
