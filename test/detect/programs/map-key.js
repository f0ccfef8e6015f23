// One key of a Map; another key is none of its business.
// race: 9 13 ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const known = new Map([['a', 1], ['b', 1]]);

fs.stat(__filename, () => {
  known.set('a', 2);
  known.set('b', 2);
});
fs.readdir(os.tmpdir(), () => {
  console.log(known.get('a'));
});
