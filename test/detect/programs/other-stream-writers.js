// Two callbacks write to one stream: which comes first is what the file says.
// race: A B ordering confirmed
// race: N M ordering no-difference
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'log');
const out = fs.createWriteStream(file);
let open = 2;
fs.stat(__filename, () => {
  out.write('stat '); // A
  if (--open === 0) out.end(); // N
});
fs.readdir('.', () => {
  out.write('readdir '); // B
  if (--open === 0) out.end(); // M
});
out.on('finish', () => {
  console.log(fs.readFileSync(file, 'utf8'));
  fs.rmSync(folder, { recursive: true });
});
