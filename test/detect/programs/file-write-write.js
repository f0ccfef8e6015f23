// The last one to write wins.
// race: A B ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
process.on('exit', () => {
  console.log(fs.readFileSync(file, 'utf8'));
  fs.rmSync(folder, { recursive: true });
});
setImmediate(() => {
  fs.writeFile(file, 'first', () => {}); // A
  fs.writeFile(file, 'second', () => {}); // B
});
