// Both write the same.
// benign: 8 11 same-value
'use strict';
const fs = require('fs');
let seen = false;

fs.stat(__filename, () => {
  seen = true;
});
fs.readFile(__filename, () => {
  seen = true;
});
