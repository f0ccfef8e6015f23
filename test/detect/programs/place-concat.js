// String built up: what comes first stands first.
// race: A B ordering confirmed
'use strict';
const fs = require('fs');
let text = '';
fs.stat(__filename, () => {
  text += 'a'; // A
});
fs.readdir('.', () => {
  text += 'b'; // B
});
process.on('exit', () => console.log(text));
