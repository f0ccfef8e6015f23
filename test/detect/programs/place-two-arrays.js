// Two arrays that are filled side by side.
'use strict';
const fs = require('fs');
const one = [];
const other = [];
fs.stat(__filename, () => one.push('a'));
fs.readdir('.', () => other.push('b'));
process.on('exit', () => console.log(one.length, other.length));
