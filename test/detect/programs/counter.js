// Both add: the order does not matter.
// benign: 8 11 counter
'use strict';
const fs = require('fs');
let hits = 0;

fs.stat(__filename, () => {
  hits += 1;
});
fs.readFile(__filename, () => {
  hits += 2;
});
