'use strict';
// fs-extra's test of remove() (NACD, figure 1): every 100 ms (there: 25) it asks whether the file still exists, and
// ends when it does not. If the answer takes longer than an interval, it ends twice.
// fails: late delay pct
// guilty: 16
const fs = require('fs');
const path = require('path');
const { main, pause, scratch } = require('./rig');

main(async () => {
  const file = path.join(scratch(), 'file');
  fs.writeFileSync(file, 'x');
  let ended = 0;
  await new Promise(done => {
    const interval = setInterval(() => {
      fs.access(file, error => {
        if (!error) return;
        clearInterval(interval);
        ended++;
        done();
      });
    }, 100);
    fs.unlink(file, () => {});
  });
  await pause(1000);
  if (ended !== 1) throw new Error(`done() called ${ended} times`);
});
