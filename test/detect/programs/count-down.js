// A count-down that starts something is no mere counter, but here the order makes no difference.
// race: 8 8 commutative-ordering no-difference
'use strict';
const fs = require('fs');
const os = require('os');
let left = 2;
const done = () => {
  if (--left === 0) console.log('both');
};
fs.access(__filename, done);
fs.readdir(os.tmpdir(), done);
