// Either of the two may win.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
const first = new Promise((resolve) => {
  fs.stat(__filename, () => {
    state = 'known'; // W
    resolve();
  });
});
const second = new Promise((resolve) => fs.readdir('.', resolve));
Promise.race([first, second]).then(() => console.log(state)); // R
