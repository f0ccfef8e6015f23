'use strict';
// Timer against I/O: a cache refreshes itself every 100 ms and does not wait for the refresh before. A
// slow old one overwrites a newer.
// fails: late delay
// guilty: 15
const fs = require('fs');
const path = require('path');
const { main, pause, scratch } = require('./rig');

main(async () => {
  const source = path.join(scratch(), 'source');
  let version = 0;
  let cached;
  const refresh = () =>
    fs.readFile(source, 'utf8', (error, text) => {
      if (error) throw error;
      if (cached && Number(text) < Number(cached)) throw new Error(`${text} replaced ${cached}`);
      cached = text;
    });
  const interval = setInterval(() => {
    fs.writeFileSync(source, String(++version));
    refresh();
    if (version === 5) clearInterval(interval);
  }, 100);
  while (Number(cached) !== 5) await pause(20);
});
