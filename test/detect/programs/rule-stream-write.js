// A writable stream hands out one chunk after the other; which of two callbacks writes first is open, but here both write the same.
// race: A B ordering no-difference
'use strict';
const fs = require('fs');
const { Writable } = require('stream');
let last = 'none';
const out = new Writable({
  write(chunk, _, done) {
    console.log(last);
    fs.stat(__filename, () => {
      last = String(chunk);
      done();
    });
  },
});
fs.access(__filename, () => out.write('same')); // A
fs.readdir('.', () => out.write('same')); // B
