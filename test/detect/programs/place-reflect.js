// Reflect.set and Object.defineProperty write.
// race: W R ordering confirmed
// race: D E ordering confirmed
'use strict';
const fs = require('fs');
const state = { ready: 'new' };
const other = { ready: 'new' };
fs.stat(__filename, () => {
  Reflect.set(state, 'ready', 'known'); // W
  Object.defineProperty(other, 'ready', { value: 'known' }); // D
});
fs.readdir('.', () => {
  console.log(state.ready); // R
  console.log(other.ready); // E
});
