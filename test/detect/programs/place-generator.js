// A generator's variable: no closure captures it, but whoever asks for the next value shares it.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
function* steps() {
  let state = 'new';
  for (;;) {
    const given = yield;
    if (given === 'set') {
      state = 'known'; // W
    } else {
      console.log(state); // R
    }
  }
}
const steps1 = steps();
setImmediate(() => {
  steps1.next();
  fs.stat(__filename, () => steps1.next('set'));
  fs.readdir('.', () => steps1.next('get'));
});
