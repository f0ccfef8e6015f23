'use strict';
// control of count-down.js: the last one tells, whichever it is.
const fs = require('fs');
const { folder, fail } = require('../rig');

const dir = folder();
let left = 2, told = 0;
const written = error => {
  if (error) fail(error.message);
  if ((left -= 1) === 0) told += 1;
};
fs.writeFile(`${dir}/a`, 'a', written);
fs.writeFile(`${dir}/b`, 'b', written);
process.on('exit', code => {
  if (code === 0 && told !== 1) fail(`told ${told} times`);
});
