// One removes the folder in which the other makes a file.
// race: D W ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const sub = path.join(folder, 'sub');
fs.mkdirSync(sub);
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  fs.rmdir(sub, (error) => console.log(error ? 'not removed' : 'removed')); // D
  fs.mkdir(path.join(sub, 'more'), (error) => console.log(error ? 'not made' : 'made')); // W
});
