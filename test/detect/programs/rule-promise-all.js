// Promise.all waits for all of them.
'use strict';
const fs = require('fs');
let one = 'new';
let two = 'new';
const first = new Promise((resolve) => {
  fs.stat(__filename, () => {
    one = 'known';
    resolve();
  });
});
const second = new Promise((resolve) => {
  fs.readdir('.', () => {
    two = 'known';
    resolve();
  });
});
Promise.all([first, second]).then(() => console.log(one, two));
