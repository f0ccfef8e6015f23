// What an AbortSignal's listener does, is done after it was added.
'use strict';
const fs = require('fs');
const controller = new AbortController();
let state = 'new';
fs.stat(__filename, () => {
  state = 'known';
  controller.signal.addEventListener('abort', () => console.log(state));
});
setTimeout(() => controller.abort(), 30);
