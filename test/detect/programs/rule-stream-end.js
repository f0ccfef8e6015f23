// A stream ends after all its chunks.
'use strict';
const fs = require('fs');
const { Transform } = require('stream');
let bytes = 0;
fs.createReadStream(__filename, { highWaterMark: 64 })
  .pipe(new Transform({ transform: (chunk, _, done) => setImmediate(done, null, chunk) }))
  .on('data', (chunk) => {
    bytes += chunk.length;
  })
  .on('end', () => console.log(bytes));
