// Each writes a file of its own.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(() => {
  fs.writeFile(path.join(folder, 'a'), 'a', () => {});
  fs.writeFile(path.join(folder, 'b'), 'b', () => {});
});
