// One looks whether it is there, the other removes it.
// race: S U ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  fs.stat(file, (error) => console.log(error ? error.code : 'there')); // S
  fs.unlink(file, () => {}); // U
});
