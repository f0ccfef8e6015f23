// A lock with a queue: the callbacks may change places, what they do under the lock not.
// benign: C L sequentialized
// benign: C U sequentialized
// race: W S atomicity no-difference
'use strict';
const fs = require('fs');
const os = require('os');
let locked = false;
let value = 0;
const waiting = [];
function take(job) {
  if (locked) // C
    return waiting.push(job); // W
  locked = true; // L
  job();
}
function release() {
  const next = waiting.shift(); // S
  if (next) next();
  else locked = false; // U
}
const add = (amount) =>
  take(() => {
    const before = value;
    fs.stat(__filename, () => {
      value = before + amount;
      release();
    });
  });
fs.access(__filename, () => add(1));
fs.readdir(os.tmpdir(), () => add(1));
process.on('exit', () => console.log(value));
