// A local of an async function belongs to one call.
'use strict';
const fs = require('fs');
async function look(ask) {
  let state = 'new';
  await ask();
  state = 'known';
  await ask();
  console.log(state);
}
look(() => fs.promises.stat(__filename));
look(() => fs.promises.readdir('.'));
