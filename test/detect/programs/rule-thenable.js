// A promise that is resolved with a thenable waits for it.
'use strict';
const fs = require('fs');
let state = 'new';
const thenable = {
  then(resolve) {
    fs.stat(__filename, () => {
      state = 'known';
      resolve();
    });
  },
};
setImmediate(async () => {
  await thenable;
  console.log(state);
  await Promise.resolve(thenable);
  console.log(state);
});
