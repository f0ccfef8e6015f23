// Behind ?. in a chain.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const state = { inner: { ready: 'new' } };
fs.stat(__filename, () => {
  state.inner.ready = 'known'; // W
});
fs.readdir('.', () => {
  console.log(state?.inner.ready); // R
});
