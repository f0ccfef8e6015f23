// Two lines are appended, in any order.
// race: A B ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'log');
fs.writeFileSync(file, '');
process.on('exit', () => {
  console.log(fs.readFileSync(file, 'utf8'));
  fs.rmSync(folder, { recursive: true });
});
setImmediate(() => {
  fs.appendFile(file, 'a', () => {}); // A
  fs.appendFile(file, 'b', () => {}); // B
});
