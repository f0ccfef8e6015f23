// A child process writes what its parent reads. (The clock stands still while a child is held, so the timer never comes.)
// race: W R ordering predicted
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');
if (process.argv[2]) {
  fs.stat(__filename, () => fs.writeFileSync(process.argv[2], 'new')); // W
} else {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
  const file = path.join(folder, 'data');
  fs.writeFileSync(file, 'old');
  process.on('exit', () => fs.rmSync(folder, { recursive: true }));
  fork(__filename, [file]);
  setTimeout(() => fs.readFile(file, 'utf8', (error, text) => console.log(text)), 1); // R
}
