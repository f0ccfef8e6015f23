// The callback that asks for the other finishes first, also what it does after asking.
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  fs.readdir('.', () => console.log(state));
  state = 'known';
});
