// So it is through a FileHandle.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'data');
fs.writeFileSync(file, 'old');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
setImmediate(async () => {
  const handle = await fs.promises.open(file, 'r+');
  handle.write('new', 0).then(() => handle.close()); // W
  fs.readFile(file, 'utf8', (error, text) => console.log(text)); // R
});
