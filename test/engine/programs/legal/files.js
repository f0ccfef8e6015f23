'use strict';
// fs.promises on many files: every chain of operations is in order by itself, all chains run at
// once, and the folder is read back at the end. Completions may come in any order.
const assert = require('assert');
const fs = require('fs/promises');
const path = require('path');
const { guard, main, pause, scratch } = require('../support');

const body = i => `file ${i}\n`.repeat(1 + (i % 50));

async function chain(folder, i) {
  const draft = path.join(folder, `draft-${i}`);
  const final = path.join(folder, `final-${i}`);
  await fs.writeFile(draft, body(i), { flag: 'wx' });
  if (i % 5 === 0) await pause(i % 3);
  assert.strictEqual((await fs.stat(draft)).size, body(i).length);
  await fs.rename(draft, final);
  await assert.rejects(fs.access(draft), { code: 'ENOENT' });
  await fs.appendFile(final, 'end\n');
  assert.strictEqual(await fs.readFile(final, 'utf8'), `${body(i)}end\n`);
  if (i % 7 === 0) await fs.unlink(final);
}

// Positioned writes into one file commute.
async function positioned(folder) {
  const handle = await fs.open(path.join(folder, 'positioned'), 'w+');
  const cell = i => Buffer.from(String(i).padStart(4, '0'));
  const cells = Array.from({ length: 30 }, (_, i) => i);
  await Promise.all(cells.map(i => handle.write(cell(i), 0, 4, i * 4)));
  const read = await Promise.all(
    cells.map(async i => {
      const buffer = Buffer.alloc(4);
      await handle.read(buffer, 0, 4, i * 4);
      return buffer.toString();
    }),
  );
  assert.deepStrictEqual(read, cells.map(i => cell(i).toString()));
  await handle.close();
}

async function tree(folder, depth) {
  await fs.mkdir(folder, { recursive: true });
  const jobs = [fs.writeFile(path.join(folder, 'leaf'), folder)];
  if (depth > 0) {
    for (const name of ['left', 'right']) jobs.push(tree(path.join(folder, name), depth - 1));
  }
  await Promise.all(jobs);
}

async function leaves(folder) {
  let found = 0;
  for await (const entry of await fs.opendir(folder)) {
    found += entry.isDirectory() ? await leaves(path.join(folder, entry.name)) : 1;
  }
  return found;
}

// Exactly one of many creators may win.
async function onlyOne(folder) {
  const file = path.join(folder, 'only-one');
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => fs.writeFile(file, String(i), { flag: 'wx' })),
  );
  assert.strictEqual(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const { status, reason } of results) {
    if (status === 'rejected') assert.strictEqual(reason.code, 'EEXIST');
  }
}

main(async () => {
  const folder = scratch();
  const files = path.join(folder, 'files');
  await fs.mkdir(files);
  const chains = Array.from({ length: 40 }, (_, i) =>
    guard(120000, `chain ${i}`, chain(files, i)),
  );
  await Promise.all([
    ...chains,
    guard(30000, 'positioned', positioned(folder)),
    guard(10000, 'only one', onlyOne(folder)),
    guard(60000, 'tree', tree(path.join(folder, 'tree'), 3)),
  ]);
  assert.strictEqual((await fs.readdir(files)).length, 40 - 6);
  assert.strictEqual(await leaves(path.join(folder, 'tree')), 15);
  await fs.copyFile(path.join(files, 'final-1'), path.join(folder, 'copy'));
  assert.strictEqual(await fs.readFile(path.join(folder, 'copy'), 'utf8'), `${body(1)}end\n`);
  await fs.rm(files, { recursive: true });
  await assert.rejects(fs.access(files), { code: 'ENOENT' });
});
