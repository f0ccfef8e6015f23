// The second of the two can never be first: the race is decided by the first.
'use strict';
const fs = require('fs');
let state = 'new';
let resolveSecond;
const second = new Promise((resolve) => {
  resolveSecond = resolve;
});
const first = new Promise((resolve) => {
  fs.stat(__filename, () => {
    state = 'known';
    resolve();
    fs.readdir('.', resolveSecond);
  });
});
Promise.race([first, second]).then(() => console.log(state));
