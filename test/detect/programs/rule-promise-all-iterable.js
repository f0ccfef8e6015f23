// Promise.all of a Set and of what a generator yields.
'use strict';
const fs = require('fs');
let one = 'new';
let two = 'new';
const first = new Promise((resolve) => {
  fs.stat(__filename, () => {
    one = 'known';
    resolve();
  });
});
const second = new Promise((resolve) => {
  fs.readdir('.', () => {
    two = 'known';
    resolve();
  });
});
function* both() {
  yield first;
  yield second;
}
Promise.all(new Set([first, second])).then(() => console.log(one, two));
Promise.all(both()).then(() => console.log(one, two));
