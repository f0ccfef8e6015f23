// Promise.all is rejected by the first that is, and does not wait for the other.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
const second = new Promise((resolve) => {
  fs.readdir('.', () => {
    state = 'known'; // W
    resolve();
  });
});
const first = new Promise((resolve, reject) => fs.stat(__filename + '-', reject));
Promise.all([first, second]).catch(() => console.log(state)); // R
