// Two readers do not disturb each other.
'use strict';
const fs = require('fs');
fs.readFile(__filename, () => {});
fs.readFile(__filename, () => {});
fs.stat(__filename, () => {});
