// Two lines in another order are no race.
'use strict';
const fs = require('fs');
fs.stat(__filename, () => console.log('one'));
fs.readdir('.', () => console.log('two'));
