// Nobody awaits.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
let state = 'new';
async function load() {
  await fs.promises.stat(__filename);
  state = 'known'; // W
}
setImmediate(async () => {
  load();
  await fs.promises.readdir('.');
  console.log(state); // R
});
