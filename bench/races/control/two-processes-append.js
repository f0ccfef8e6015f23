'use strict';
// Parent and child write to one log without a lock. Each line is one write at the end (O_APPEND), which the kernel does in one
// step; so no line is lost or torn whichever process is slow. Each process waits for its own line before the next one, so its
// lines stand in order; how the two mingle is not looked at.
const { fork } = require('child_process');
const fs = require('fs/promises');
const { folder, fail } = require('../rig');

const count = 6;
async function lines(file, who) {
  for (let i = 0; i < count; i++) await fs.appendFile(file, `${who} ${i}\n`);
}
async function parent() {
  const file = `${folder()}/log`;
  const child = fork(__filename, [file]);
  const closed = new Promise(resolve => child.on('close', resolve));
  const [code] = await Promise.all([closed, lines(file, 'parent')]);
  if (code !== 0) fail(`the child exited with ${code}`);
  const written = (await fs.readFile(file, 'utf8')).trim().split('\n');
  for (const who of ['parent', 'child']) {
    const own = written.filter(line => line.startsWith(who)).join();
    if (own !== Array.from({ length: count }, (_, i) => `${who} ${i}`).join()) fail(`of the ${who}: ${own}`);
  }
  if (written.length !== 2 * count) fail(`${written.length} lines`);
}
(process.argv[2] ? lines(process.argv[2], 'child') : parent()).catch(error => fail(error.message));
