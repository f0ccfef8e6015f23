// With the flag wx just one succeeds, and it does not matter which.
// race: A A commutative-ordering no-difference
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'lock');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const take = () => fs.mkdir(file, (error) => console.log(error ? 'it was there' : 'made')); // A
setImmediate(() => {
  take();
  take();
});
