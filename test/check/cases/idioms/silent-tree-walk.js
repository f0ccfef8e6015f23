// Recursion over folders, all awaited.
const { readdir } = require('node:fs/promises');
const path = require('node:path');

async function* walk(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(name);
    else yield name;
  }
}

exports.list = async function list(folder) {
  const found = [];
  for await (const name of walk(folder)) found.push(name);
  return found;
};
