// any is fulfilled by the first that is.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
const first = new Promise((resolve) => {
  fs.stat(__filename, () => {
    state = 'known'; // W
    resolve('stat');
  });
});
const second = new Promise((resolve) => fs.readdir('.', () => resolve('list')));
Promise.any([second, first]).then(() => console.log(state)); // R
