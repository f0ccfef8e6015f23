// Whoever comes first makes it.
// benign: 9 10 init-once
'use strict';
const fs = require('fs');
const os = require('os');
let cache;

function use() {
  if (!cache) {
    cache = 'made';
  }
}
fs.access(__filename, use);
fs.readdir(os.tmpdir(), use);
