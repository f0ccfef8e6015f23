// any is rejected after all of them.
'use strict';
const fs = require('fs');
let state = 'new';
const first = new Promise((resolve, reject) => {
  fs.stat(__filename + '-', () => {
    state = 'known';
    reject(new Error('first'));
  });
});
const second = new Promise((resolve, reject) => fs.readdir(__filename + '-', () => reject(new Error('second'))));
Promise.any([first, second]).catch(() => console.log(state));
