// Looks whether it is there, and makes it: where the second looks before the first has made it, both do.
// race: S M ordering confirmed
// race: M M atomicity predicted
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'lock');
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
function take(name) {
  fs.stat(file, (missing) => { // S
    if (!missing) return console.log(name, 'waits');
    fs.mkdir(file, (error) => console.log(name, error ? 'fails' : 'has it')); // M
  });
}
setImmediate(() => {
  take('one');
  setTimeout(take, 20, 'two');
});
