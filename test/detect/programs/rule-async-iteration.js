// An async generator gives its values in turn.
'use strict';
const fs = require('fs');
let state = 'new';
async function* steps() {
  await fs.promises.stat(__filename);
  state = 'first';
  yield 1;
  await fs.promises.readdir('.');
  state = 'second';
  yield 2;
}
(async () => {
  for await (const step of steps()) console.log(step, state);
  console.log(state);
})();
