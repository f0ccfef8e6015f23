// One is not among them.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let two = 'new';
const first = new Promise((resolve) => fs.stat(__filename, resolve));
new Promise((resolve) => {
  fs.readdir('.', () => {
    two = 'known'; // W
    resolve();
  });
});
const third = new Promise((resolve) => fs.access(__filename, resolve));
Promise.all([first, third]).then(() => console.log(two)); // R
