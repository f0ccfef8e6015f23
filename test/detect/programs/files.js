// One task writes what another reads.
// race: 13 14 ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

setImmediate(() => {
  fs.writeFile(file, 'new', () => {});
  setTimeout(() => console.log(fs.readFileSync(file, 'utf8')), 10);
});
