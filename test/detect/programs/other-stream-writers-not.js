// One that writes behind the other; and a descriptor that is used behind its opening.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'log');
const out = fs.createWriteStream(file);
fs.stat(__filename, () => {
  out.write('stat ');
  fs.readdir('.', () => {
    out.end('readdir ');
  });
});
out.on('finish', () => {
  console.log(fs.readFileSync(file, 'utf8'));
  fs.rmSync(folder, { recursive: true });
});
