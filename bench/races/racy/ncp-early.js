'use strict';
// origin: ncp, issue 31 (and fs-extra, issue 47), with ncp 0.4.2 itself. It tells to be done when the last byte was read,
// not when it was written.
// guilty in ncp/lib/ncp.js:103, where the reader's end is taken for the end of the copy
const fs = require('fs');
const { ncp } = require('ncp');
const { folder, pause, fail } = require('../rig');

const dir = folder();
fs.mkdirSync(`${dir}/site`);
fs.writeFileSync(`${dir}/site/index.html`, '<h1>hello</h1>');
ncp(`${dir}/site`, `${dir}/public`, async error => { // guilty: not all was written
  if (error) fail(String(error));
  await pause(70); // a build does other things first
  const text = await fs.promises.readFile(`${dir}/public/index.html`, 'utf8').catch(() => 'nothing');
  if (text !== '<h1>hello</h1>') fail(`published ${text || 'an empty page'}`);
});
