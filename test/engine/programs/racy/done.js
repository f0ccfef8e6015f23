'use strict';
// A folder is made; whoever sees it assumes, 100 ms later, that its maker knows too. The side effect
// is there, only the completion can be late: no other control can show this.
// control: done
// fails: late delay pct
// guilty: 14
const fs = require('fs');
const path = require('path');
const { main, pause, scratch } = require('./rig');

main(async () => {
  const folder = path.join(scratch(), 'ready');
  let ready = false;
  const made = fs.promises.mkdir(folder).then(() => (ready = true));
  while (!fs.existsSync(folder)) await pause(5);
  await pause(100);
  if (!ready) throw new Error('the folder exists, its maker does not know');
  await made;
});
