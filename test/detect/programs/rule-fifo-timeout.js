// Of two timers the one that is set first, for no longer, is first.
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  setTimeout(() => {
    state = 'known';
  }, 7);
  setTimeout(() => console.log(state), 7);
});
