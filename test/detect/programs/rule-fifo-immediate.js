// Immediates come in the order in which they were asked for.
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  setImmediate(() => {
    state = 'known';
  });
  setImmediate(() => console.log(state));
});
