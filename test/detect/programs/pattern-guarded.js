// Each looks at the state before it changes it.
// benign: W W guarded
// benign: C W guarded
'use strict';
const fs = require('fs');
let state = 'open';
function close(how) {
  if (state === 'open') { // C
    state = how; // W
  }
}
fs.stat(__filename, () => close('closed'));
fs.readdir('.', () => close('shut'));
