'use strict';
// The race that each test runner is to find: a name is taken where it was not found, and something
// may come between. 150 ms lie between the two calls, so that by nature the test is green.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');

async function take(folder, name) {
  const file = path.join(folder, name);
  const taken = await fs.access(file).then(() => true, () => false);
  if (!taken) await fs.mkdir(file, { recursive: true });
  return !taken;
}

exports.takeTwice = async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'names-'));
  const first = take(folder, 'alice');
  // Not one long wait: on a loaded machine that may end before the pool got its turn.
  for (let i = 0; i < 15; i++) await new Promise(resolve => setTimeout(resolve, 10));
  const results = await Promise.all([first, take(folder, 'alice')]);
  await fs.rm(folder, { recursive: true });
  return results;
};
