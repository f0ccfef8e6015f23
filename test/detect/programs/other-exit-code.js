// So does the exit code: the last one to set it wins.
// race: A B ordering confirmed
'use strict';
const fs = require('fs');
fs.stat(__filename, () => {
  process.exitCode = 1; // A
});
fs.access(__filename, () => {
  process.exitCode = 0; // B
});
