'use strict';
// origin: proper-lockfile, issue 121 (and lockfile, issue 4), with proper-lockfile 2.0.1 itself. Whoever finds a stale lock
// removes it and makes a new one; what it removes may by then be the fresh lock of somebody who has done so, too.
// guilty in proper-lockfile/index.js:76, where a lock that was stale when it was looked at is removed
const fs = require('fs');
const lockfile = require('proper-lockfile');
const { folder, pause, fail } = require('../rig');

const file = `${folder()}/ledger`;
fs.writeFileSync(file, '');
fs.mkdirSync(`${file}.lock`); // of a process that died a minute ago
const before = Date.now() / 1000 - 60;
fs.utimesSync(`${file}.lock`, before, before);
const lock = () => new Promise((resolve, reject) =>
  lockfile.lock(file, error => { // guilty: it looks, removes and makes in three steps
    if (error && error.code !== 'ELOCKED') reject(error);
    resolve(!error);
  }));
(async () => {
  const held = await Promise.all([lock(), pause(130).then(lock)]);
  if (held[0] && held[1]) fail('two hold the lock');
})();
