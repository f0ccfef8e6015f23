// An interval looks whether a file was read meanwhile.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
let turns = 0;
fs.stat(__filename, () => {
  state = 'known'; // W
});
const timer = setInterval(() => {
  console.log(state); // R
  if (++turns === 2) clearInterval(timer);
}, 5);
