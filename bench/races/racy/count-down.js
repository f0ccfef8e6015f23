'use strict';
// origin: NACD's missing wait group, own code. "Done" is told when the first of two writes is.
const fs = require('fs');
const { folder, fail } = require('../rig');

const dir = folder();
let left = 2;
const written = () => {
  left -= 1;
};
fs.writeFile(`${dir}/a`, 'a', written);
fs.writeFile(`${dir}/b`, 'b', () => {
  written();
  if (left) fail('told to be done before both were'); // guilty: b need not be the last
});
