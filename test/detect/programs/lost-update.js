// Read, wait, write: what the other wrote in between is lost. (writeFile may make the file that stat asks for.)
// race: 18 20 atomicity confirmed
// race: 19 20 atomicity confirmed
// race: 20 20 atomicity confirmed
'use strict';
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const { mkdtempSync, writeFileSync, readFileSync, rmSync } = require('fs');
const { setTimeout: pause } = require('timers/promises');
const folder = mkdtempSync(path.join(os.tmpdir(), 'detect-'));
const file = path.join(folder, 'count');
writeFileSync(file, '0');
process.on('exit', () => rmSync(folder, { recursive: true }));

async function add(wait) {
  await pause(wait);
  const count = Number(await fs.readFile(file, 'utf8'));
  await fs.stat(file);
  await fs.writeFile(file, String(count + 1));
}
Promise.all([add(5), add(40)]).then(() => console.log(readFileSync(file, 'utf8')));
