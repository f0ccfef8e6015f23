'use strict';
// An upload is written and its folder tidied up, and nothing orders the two.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'upload-'));
const file = path.join(folder, 'picture');
let size = 0;
fs.writeFile(file, 'bytes', () => {
  size = 5;
});
setTimeout(() => {
  assert.strictEqual(size, 5);
  fs.rmSync(folder, { recursive: true });
}, 30);
