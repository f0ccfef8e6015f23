// So has each turn of a loop.
'use strict';
const fs = require('fs');
for (let i = 0; i < 3; i++) {
  let state = 'new';
  fs.stat(__filename, () => {
    state = 'known ' + i;
    process.nextTick(() => console.log(state));
  });
}
