// A writable stream hands out one chunk after the other.
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
fs.access(__filename, () => out.write('same'));
fs.readdir('.', () => out.write('same'));
