// A temporary file replaces the one that somebody reads.
// race: R M ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
fs.writeFileSync(file + '.tmp', 'new');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  fs.readFile(file, 'utf8', (error, text) => console.log(text)); // R
  fs.rename(file + '.tmp', file, () => {}); // M
});
