// A parent gives a command ten seconds; the command, in a process of its own, does forty file
// operations one after another. Whatever is held in the child, the parent's time-out is respected.
'use strict';
const { execFile } = require('child_process');
const fs = require('fs');

async function command() {
  for (let i = 0; i < 40; i++) await fs.promises.stat(__filename);
  console.log('done');
}

function parent() {
  execFile(process.execPath, [__filename, 'command'], { timeout: 10000 }, (error, stdout) => {
    if (error || stdout !== 'done\n') {
      console.error('the command was too slow', error);
      process.exitCode = 1;
    }
  });
}

process.argv[2] === 'command' ? command() : parent();
