'use strict';
// A child that is killed in mid-run, behind what it wrote. Run by test/detect/crash.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');
if (process.argv[2]) {
  fs.stat(__filename, () => {
    fs.writeFileSync(process.argv[2], 'new');
    setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  });
} else {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'detect-'));
  const file = path.join(folder, 'data');
  fs.writeFileSync(file, 'old');
  process.on('exit', () => fs.rmSync(folder, { recursive: true }));
  fork(__filename, [file]);
  fs.stat(__filename, () => fs.readFile(file, 'utf8', () => {}));
}
