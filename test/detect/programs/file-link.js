// A path through a link to the folder is the same file.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
fs.mkdirSync(path.join(folder, 'real'));
fs.symlinkSync(path.join(folder, 'real'), path.join(folder, 'link'));
fs.writeFileSync(path.join(folder, 'real', 'data'), 'old');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  fs.writeFile(path.join(folder, 'real', 'data'), 'new', () => {}); // W
  fs.readFile(path.join(folder, 'link', '..', 'link', 'data'), 'utf8', (error, text) => console.log(text)); // R
});
