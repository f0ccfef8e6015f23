// truncate is a write.
// race: T R ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  fs.truncate(file, 1, () => {}); // T
  fs.readFile(file, 'utf8', (error, text) => console.log(text)); // R
});
