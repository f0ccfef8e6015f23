// One makes the folder into which the other writes.
// race: M W ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  fs.mkdir(path.join(folder, 'sub'), () => {}); // M
  fs.writeFile(path.join(folder, 'sub', 'data'), 'new', (error) => console.log(error ? error.code : 'written')); // W
});
