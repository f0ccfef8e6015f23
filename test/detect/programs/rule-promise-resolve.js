// Who waits for a promise comes after who resolves it.
'use strict';
const fs = require('fs');
let state = 'new';
const ready = new Promise((resolve) => {
  fs.stat(__filename, () => {
    state = 'known';
    resolve();
  });
});
fs.readdir('.', () => ready.then(() => console.log(state)));
