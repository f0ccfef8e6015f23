// copyFile reads one and writes the other.
// race: W C ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
process.on('exit', () => {
  console.log(fs.readFileSync(file + '.copy', 'utf8'));
  fs.rmSync(folder, { recursive: true });
});
setImmediate(() => {
  fs.writeFile(file, 'new', () => {}); // W
  fs.copyFile(file, file + '.copy', () => {}); // C
});
