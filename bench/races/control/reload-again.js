'use strict';
// control of reload-ignored.js, with fs.watch. A change that comes while the page is being read is remembered, and the page is
// read once more. The watch begins before the first write; each new page takes the old one's place in one step, and the kernel
// tells behind that: the reading that follows the last change therefore finds the last page. It ends when that is shown.
const fs = require('fs');
const { folder, pause, fail } = require('../rig');

const dir = folder();
let shown = null, loading = false, changed = false;
const watcher = fs.watch(dir, async () => {
  changed = true;
  if (loading) return;
  loading = true;
  while (changed) {
    changed = false;
    shown = await fs.promises.readFile(`${dir}/index.html`, 'utf8').catch(() => shown); // there is none at first
  }
  loading = false;
  if (shown === 'three') watcher.close();
});
(async () => {
  for (const text of ['one', 'two', 'three']) {
    await fs.promises.writeFile(`${dir}/new`, text);
    await fs.promises.rename(`${dir}/new`, `${dir}/index.html`);
    await pause(25);
  }
})().catch(error => fail(error.message));
process.on('exit', () => {
  if (shown !== 'three') fail(`the page shows ${shown}`);
});
