// A stream's chunks come before its end.
'use strict';
const fs = require('fs');
let size = 0;
const stream = fs.createReadStream(__filename, { highWaterMark: 100 });
stream.on('data', (chunk) => {
  size += chunk.length;
});
stream.on('end', () => console.log(size > 100));
stream.on('close', () => console.log(size > 100));
