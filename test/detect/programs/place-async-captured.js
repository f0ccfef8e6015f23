// One that a callback captures is shared with it.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
async function look() {
  let state = 'new';
  fs.stat(__filename, () => {
    state = 'known'; // W
  });
  await fs.promises.readdir('.');
  console.log(state); // R
}
setImmediate(look);
