// Whether it is aborted before somebody looks.
// race: A R ordering confirmed
'use strict';
const fs = require('fs');
const controller = new AbortController();
let why = 'nothing';
controller.signal.addEventListener('abort', () => {
  why = 'aborted'; // A
});
fs.stat(__filename, () => controller.abort());
fs.readdir('.', () => {
  console.log(why); // R
});
