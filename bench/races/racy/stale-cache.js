'use strict';
// origin: cache filled by an answer older than the invalidation (Node.fz, MGS), own code.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const file = `${folder()}/value`;
const cache = new Map();
async function get() {
  if (!cache.has('value')) cache.set('value', await fs.readFile(file, 'utf8')); // guilty: may be old
  return cache.get('value');
}
async function put(text) {
  await fs.writeFile(file, text);
  cache.delete('value');
}
(async () => {
  await fs.writeFile(file, 'old');
  const first = get();
  await pause(40);
  await put('new');
  await first;
  if ((await get()) !== 'new') fail('the cache is stale');
})();
