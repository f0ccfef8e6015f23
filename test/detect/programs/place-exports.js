// What a module exports is an object.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
exports.state = 'new';
const self = module.exports;
fs.stat(__filename, () => {
  exports.state = 'known'; // W
});
fs.readdir('.', () => {
  console.log(self.state); // R
});
