// The longer timer is set first: if the program computes between the two, it may fire first. But nothing here takes so long.
// race: W R ordering infeasible
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  setTimeout(() => console.log(state), 20); // R
  setTimeout(() => {
    state = 'known'; // W
  }, 5);
});
