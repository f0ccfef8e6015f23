// A timer uses what a file's callback sets.
// race: 11 15 ordering confirmed
// race: 11 16 ordering confirmed
'use strict';
const fs = require('fs');
let config = null;

const warm = (done) => fs.stat(__filename, done);

fs.readFile(__filename, 'utf8', (error, text) => {
  config = { size: text.length };
});
warm(() => {
  setTimeout(() => {
    if (config === null) throw new Error('not configured');
    console.log('size known', config.size > 0);
  }, 5);
});
