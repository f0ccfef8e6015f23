// What runs at exit comes after everything.
'use strict';
const fs = require('fs');
let state = 'new';
process.on('beforeExit', () => console.log(state));
process.on('exit', () => console.log(state));
fs.stat(__filename, () => {
  state = 'known';
});
setTimeout(() => {}, 20);
