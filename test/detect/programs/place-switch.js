// A variable of a switch.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
setImmediate(() => {
  switch (fs.existsSync(__filename)) {
    case true:
      let state = 'new';
      fs.stat(__filename, () => {
        state = 'known'; // W
      });
      fs.readdir('.', () => {
        console.log(state); // R
      });
  }
});
