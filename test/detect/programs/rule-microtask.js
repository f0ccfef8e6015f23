// A chain of promise jobs is over before the loop goes on.
'use strict';
const fs = require('fs');
let state = 'new';
fs.stat(__filename, () => {
  setImmediate(() => console.log(state));
  Promise.resolve()
    .then(() => {})
    .then(() => {})
    .then(() => {
      state = 'known';
    });
});
