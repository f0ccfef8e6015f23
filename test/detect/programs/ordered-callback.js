// The second starts in the callback of the first: no race.
'use strict';
const fs = require('fs');
let config = null;

fs.readFile(__filename, 'utf8', (error, text) => {
  config = { size: text.length };
  setTimeout(() => console.log('size known', config.size > 0), 5);
});
fs.stat(__filename, () => {});
