// Who waits for another promise does not.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
const ready = new Promise((resolve) => {
  fs.stat(__filename, () => {
    state = 'known'; // W
    resolve();
  });
});
const other = new Promise((resolve) => fs.readdir('.', resolve));
other.then(() => console.log(state)); // R
ready.then(() => {});
