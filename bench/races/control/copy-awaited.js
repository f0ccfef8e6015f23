'use strict';
// control of close-before-flush.js: the copy is complete when it says so.
const fs = require('fs');
const { pipeline } = require('stream/promises');
const { folder, fail } = require('../rig');

const dir = folder();
fs.writeFileSync(`${dir}/from`, 'x'.repeat(100000));
pipeline(fs.createReadStream(`${dir}/from`), fs.createWriteStream(`${dir}/to`)).then(() => {
  if (fs.statSync(`${dir}/to`).size !== 100000) fail('not all was copied');
});
