// One makes a file in a folder, the other lists it.
// race: 12 13 ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

setImmediate(() => {
  fs.writeFile(file, 'new', () => {});
  setTimeout(() => console.log(fs.readdirSync(folder).length), 10);
});
