// Each looks at the state before it changes it.
// benign: A D guarded
// benign: B C guarded
// benign: B D guarded
'use strict';
const fs = require('fs');
let state = 'open';
fs.stat(__filename, () => {
  if (state === 'open') // A
    state = 'half'; // B
});
fs.readdir('.', () => {
  if (state === 'half') // C
    state = 'shut'; // D
});
