// A stream writes what is read elsewhere.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  const stream = fs.createWriteStream(file, { flags: 'r+' }); // W
  stream.end('new');
  setTimeout(() => fs.readFile(file, 'utf8', (error, text) => console.log(text)), 10); // R
});
