'use strict';
// A setuid helper in the tree: the dynamic linker drops our library there, so it cannot be entered.
// It still counts as a process that works or sleeps, and its end beats a long timer.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { execFile } = require('child_process');

if (process.getuid() !== 0) process.exit(0); // only root can make one
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'setuid-'));
const helper = path.join(folder, 'helper');
fs.copyFileSync(fs.realpathSync('/bin/sleep'), helper);
fs.chownSync(helper, 65534, 65534);
fs.chmodSync(helper, 0o4755);
const late = setTimeout(() => assert.fail('the timer beat the helper'), 10000);
execFile(helper, ['0.3'], error => {
  clearTimeout(late);
  assert.ifError(error);
  fs.rmSync(folder, { recursive: true });
});
