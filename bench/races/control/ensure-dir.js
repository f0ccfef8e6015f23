'use strict';
// control of mkdirp-twice.js: fs-extra's ensureDir does not mind that somebody else has made it.
const fs = require('fs-extra');
const { folder, pause, fail } = require('../rig');

const dir = folder();
const ensure = name => fs.ensureDir(`${dir}/cache/${name}`);
(async () => {
  await Promise.all([ensure('js'), pause(40).then(() => ensure('css')), ensure('js')]);
  if (fs.readdirSync(`${dir}/cache`).join() !== 'css,js') fail('not all were made');
})().catch(error => fail(error.message));
