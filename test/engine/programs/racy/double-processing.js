'use strict';
// kue 483 in small: a job is taken by reading its state and then writing it; two workers look at the
// queue every 200 ms, half an interval apart, and both may find the job still waiting.
// fails: late delay pct
// guilty: 17
const fs = require('fs/promises');
const path = require('path');
const { main, pause, scratch } = require('./rig');

main(async () => {
  const job = path.join(scratch(), 'job-1');
  await fs.writeFile(job, 'waiting');
  let processed = 0;
  const worker = async () => {
    for (let i = 0; i < 3; i++) {
      if ((await fs.readFile(job, 'utf8')) === 'waiting') {
        await fs.writeFile(job, 'active');
        processed++;
      }
      await pause(200);
    }
  };
  const first = worker();
  await pause(100);
  await Promise.all([first, worker()]);
  if (processed !== 1) throw new Error(`the job was processed ${processed} times`);
});
