// The first leads to a tick, the tick to a timer: the timer comes after all of them.
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  state = 'known';
  process.nextTick(() => setImmediate(() => fs.readdir('.', () => console.log(state))));
});
