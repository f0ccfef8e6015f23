// A callback comes when its task is done.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.stat(__filename, () => {
  fs.writeFile(file, 'new', () => console.log(fs.readFileSync(file, 'utf8')));
});
