// Turned round, the program goes another way, and races there again.
// race: W R ordering confirmed
// race: A B ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
let user = null;
let audit = 'not yet';
fs.stat(__filename, () => {
  user = 'ann'; // W
});
fs.readdir(os.tmpdir(), () => {
  if (user) return console.log(user); // R
  fs.access(__filename, () => {
    audit = 'no user'; // A
  });
  fs.readlink('/proc/self/exe', () => {
    console.log(audit); // B
  });
});
