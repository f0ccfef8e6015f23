// A child process writes what its parent reads.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');
if (process.argv[2]) {
  setImmediate(() => fs.writeFileSync(process.argv[2], 'new')); // W
} else {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
  const file = path.join(folder, 'data');
  fs.writeFileSync(file, 'old');
  process.on('exit', () => fs.rmSync(folder, { recursive: true }));
  fork(__filename, [file]);
  setTimeout(() => fs.readFile(file, 'utf8', (error, text) => console.log(text)), 1000); // R
}
