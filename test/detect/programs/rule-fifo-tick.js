// So do ticks, and promise jobs.
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  process.nextTick(() => {
    state = 'ticked';
  });
  process.nextTick(() => console.log(state));
  queueMicrotask(() => {
    state = 'known';
  });
  queueMicrotask(() => console.log(state));
});
