'use strict';
// An uncaught exception ends the process as it does without us.
// outcome: exit 1
const fs = require('fs');

setInterval(() => {}, 100);
fs.stat(__filename, () => {
  throw new Error('nobody catches this');
});
