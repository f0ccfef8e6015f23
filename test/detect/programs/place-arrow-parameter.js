// A parameter of an arrow function without a block.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const look = (state) => [
  fs.stat(__filename, () => (state = 'known')), // W
  fs.readdir('.', () => console.log(state)), // R
];
setImmediate(() => look('new'));
