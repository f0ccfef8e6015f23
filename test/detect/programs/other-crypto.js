// Two keys that are derived at once.
// race: A B ordering confirmed
'use strict';
const crypto = require('crypto');
let last = 'nobody';
crypto.pbkdf2('one', 'salt', 1, 16, 'sha1', () => {
  last = 'one'; // A
});
crypto.randomBytes(8, () => {
  last = 'two'; // B
});
process.on('exit', () => console.log(last));
