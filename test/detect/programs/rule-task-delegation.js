// What was done to a file before the task was asked for is done.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.stat(__filename, () => {
  fs.writeFileSync(file, 'new');
  fs.readFile(file, 'utf8', (error, text) => console.log(text));
});
