'use strict';
// origin: webpack, issue 243 (Node.fz, WPT), with tapable 0.1.8 itself. Which plugin of a waterfall is the next stands in the
// Tapable, not in the pass: of two passes at a time each moves the other one's counter, and a plugin is left out.
// guilty in tapable/lib/Tapable.js:83, where a pass counts on what may be the number of another one
const fs = require('fs');
const Tapable = require('tapable');
const { folder, pause, fail } = require('../rig');

const dir = folder();
fs.writeFileSync(`${dir}/a.js`, 'a()');
fs.writeFileSync(`${dir}/b.js`, 'bb()');
const factory = new Tapable();
factory.plugin('after-resolve', (module, next) =>
  fs.readFile(`${dir}/${module.name}`, 'utf8', (error, text) => next(error, { ...module, text })), // guilty: `next` counts for both
);
factory.plugin('after-resolve', (module, next) =>
  fs.stat(`${dir}/${module.name}`, (error, { size }) => next(error, { ...module, size })), // guilty: `next` counts for both
);
const resolve = name =>
  factory.applyPluginsAsyncWaterfall('after-resolve', { name }, (error, { text, size }) => {
    if (error || text.length !== size) fail(`${name} has left out a plugin: ${text} ${size}`);
  });
resolve('a.js');
pause(90).then(() => resolve('b.js'));
