// allSettled waits for those that are rejected, too.
'use strict';
const fs = require('fs');
let state = 'new';
const first = new Promise((resolve, reject) => fs.stat(__filename + '-', reject));
const second = new Promise((resolve) => {
  fs.readdir('.', () => {
    state = 'known';
    resolve();
  });
});
Promise.allSettled([first, second]).then(() => console.log(state));
