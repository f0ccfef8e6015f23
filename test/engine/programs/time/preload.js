'use strict';
// LD_PRELOAD is set already: what stands there is loaded all the same, here and in children.
// env: LD_PRELOAD=libresolv.so.2
const assert = require('assert');
const fs = require('fs');
const { execFileSync } = require('child_process');
const { main, pause } = require('./rig');

main(async () => {
  assert.match(fs.readFileSync('/proc/self/maps', 'utf8'), /libresolv/);
  assert.match(execFileSync('cat', ['/proc/self/maps'], { encoding: 'utf8' }), /libresolv/);
  await pause(3000);
});
