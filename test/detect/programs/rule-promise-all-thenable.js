// Promise.all of something that is no promise but has then().
'use strict';
const fs = require('fs');
let state = 'new';
const thenable = {
  then(resolve) {
    fs.readdir('.', () => {
      state = 'known';
      resolve();
    });
  },
};
const first = new Promise((resolve) => fs.stat(__filename, resolve));
Promise.all([first, thenable, 7]).then(() => console.log(state));
