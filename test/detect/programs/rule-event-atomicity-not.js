// The task that a callback has asked for does run beside the rest of that callback.
// race: W R ordering infeasible
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.stat(__filename, () => {
  fs.readFile(file, 'utf8', (error, text) => console.log(text)); // R
  fs.writeFileSync(file, 'new'); // W
});
