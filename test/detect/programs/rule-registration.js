// An immediate runs after who asked for it.
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  setImmediate(() => console.log(state));
  state = 'known';
});
