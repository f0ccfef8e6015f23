'use strict';
// origin: ghost writes after the end (Node.fz, GHO), own code. The program reads its result when a
// timer says so, not when the copy is complete.
const fs = require('fs');
const { folder, fail } = require('../rig');

const dir = folder();
fs.writeFileSync(`${dir}/from`, 'x'.repeat(100000));
fs.createReadStream(`${dir}/from`).pipe(fs.createWriteStream(`${dir}/to`));
setTimeout(() => {
  const size = fs.existsSync(`${dir}/to`) ? fs.statSync(`${dir}/to`).size : 0;
  if (size !== 100000) fail(`${size} bytes were copied`); // guilty: 'finish' was not waited for
}, 150);
