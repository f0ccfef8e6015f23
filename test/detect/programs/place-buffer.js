// Bytes of a Buffer.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const bytes = Buffer.from('ab');
fs.stat(__filename, () => {
  bytes[0] = 0x78; // W
});
fs.readdir('.', () => {
  console.log(String.fromCharCode(bytes[0])); // R
});
