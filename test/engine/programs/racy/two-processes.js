'use strict';
// Parent and child note a job in one file: the parent begins before it says `go`, so its line is
// assumed to be the first.
// fails: late delay pct
const { fork } = require('child_process');
const { once } = require('events');
const fs = require('fs');
const path = require('path');
const { main, scratch } = require('./rig');

async function inParent() {
  const journal = path.join(scratch(), 'journal');
  const child = fork(__filename, [journal]);
  await once(child, 'message');
  for (let round = 0; round < 4; round++) {
    fs.writeFileSync(journal, '');
    const own = fs.promises.appendFile(journal, 'parent\n');
    const answered = once(child, 'message');
    child.send('go');
    await Promise.all([own, answered]);
    if (fs.readFileSync(journal, 'utf8') !== 'parent\nchild\n')
      throw new Error('the child was first');
  }
  child.disconnect();
  await once(child, 'exit');
}

function inChild() {
  process.on('message', async () => {
    await fs.promises.appendFile(process.argv[2], 'child\n');
    process.send('done');
  });
  process.send('ready');
}

if (process.argv[2]) inChild();
else main(inParent);
