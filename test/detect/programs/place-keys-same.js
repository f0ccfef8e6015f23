// A key that is there already: its value changes, not the list of keys.
'use strict';
const fs = require('fs');
const state = { one: 'new' };
fs.stat(__filename, () => {
  state.one = 'known';
});
fs.readdir('.', () => {
  for (const key in state) console.log(key);
});
