// A tick runs before everything else that its callback leads to.
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  setImmediate(() => console.log(state));
  Promise.resolve().then(() => console.log(state));
  process.nextTick(() => {
    state = 'known';
  });
});
