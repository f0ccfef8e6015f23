// A rejection orders as well.
'use strict';
const fs = require('fs');
let state = 'new';
const ready = new Promise((resolve, reject) => {
  fs.stat(__filename + '-', (error) => {
    state = 'known';
    reject(error);
  });
});
ready.catch(() => {});
fs.readdir('.', () => ready.catch(() => console.log(state)));
