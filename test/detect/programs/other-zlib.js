// Two things that are packed at once.
// race: A B ordering confirmed
'use strict';
const zlib = require('zlib');
let last = 'nobody';
zlib.gzip('one', () => {
  last = 'one'; // A
});
zlib.gzip('two', () => {
  last = 'two'; // B
});
process.on('exit', () => console.log(last));
