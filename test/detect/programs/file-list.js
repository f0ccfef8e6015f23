// One removes a name from the folder that the other lists.
// race: U L ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
fs.writeFileSync(path.join(folder, 'a'), '');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  fs.unlink(path.join(folder, 'a'), () => {}); // U
  fs.readdir(folder, (error, names) => console.log(names.join() || 'nothing')); // L
});
