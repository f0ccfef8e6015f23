// What an async function does before its first await, its caller's callback has behind it; what comes after follows.
'use strict';
const fs = require('fs');
let state = 'new';
async function load() {
  state = 'asked';
  await fs.promises.stat(__filename);
  state = 'known';
}
setImmediate(async () => {
  await load();
  console.log(state);
});
