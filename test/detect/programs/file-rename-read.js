// One renames what the other reads.
// race: M R ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  fs.rename(file, file + '.old', () => {}); // M
  fs.readFile(file, 'utf8', (error, text) => console.log(error ? error.code : text)); // R
});
