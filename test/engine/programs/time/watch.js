'use strict';
// fs.watch: a change of our own, and one that another process makes after 300 ms of real time, are
// both seen before 10 s.
const fs = require('fs');
const path = require('path');
const { background, guard, main, scratch } = require('./rig');

main(async () => {
  const folder = scratch();
  const seen = new Map();
  const watcher = fs.watch(folder, (_, name) => seen.get(name)());
  const change = name => new Promise(resolve => seen.set(name, resolve));
  const both = Promise.all(['own', 'foreign'].map(name => guard(10000, name, change(name))));
  fs.writeFile(path.join(folder, 'own'), 'x', () => {});
  background('sleep 0.3; echo x >"$1"', path.join(folder, 'foreign'));
  await both;
  watcher.close();
});
