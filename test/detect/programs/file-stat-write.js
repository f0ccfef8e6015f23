// stat does not care what stands in a file.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  const fd = fs.openSync(file, 'r+');
  fs.write(fd, 'new', 0, () => fs.closeSync(fd));
  fs.access(file, () => {});
});
