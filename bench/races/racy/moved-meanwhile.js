'use strict';
// origin: crawlee, pull request 733, own code. A queue of requests in a folder: a worker takes the first file of a listing that
// nobody works on; it may be one that was worked on when the folder was listed, and is done and moved by now.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const dir = folder();
const inProgress = new Set();
async function fetchNext() {
  for (const name of await fs.readdir(`${dir}/pending`)) { // guilty: the listing grows old
    if (inProgress.has(name)) continue; // guilty: nobody works on it, for it is done
    inProgress.add(name);
    return { name, url: await fs.readFile(`${dir}/pending/${name}`, 'utf8') }; // guilty: it may be moved
  }
  return null;
}
async function markHandled({ name }) {
  await fs.rename(`${dir}/pending/${name}`, `${dir}/handled/${name}`);
  inProgress.delete(name);
}
(async () => {
  await fs.mkdir(`${dir}/pending`);
  await fs.mkdir(`${dir}/handled`);
  for (const name of ['1', '2']) await fs.writeFile(`${dir}/pending/${name}`, `http://example/${name}`);
  const first = await fetchNext();
  const second = pause(20).then(fetchNext);
  await pause(110);
  await markHandled(first);
  await markHandled(await second);
})().catch(error => fail(error.message));
