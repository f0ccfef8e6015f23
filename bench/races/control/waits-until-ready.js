'use strict';
// control of ready-too-late.js: whoever needs the configuration waits for it.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const file = `${folder()}/config.json`;
const ready = fs.writeFile(file, '{"port":1}').then(() => fs.readFile(file, 'utf8')).then(JSON.parse);
pause(100).then(async () => {
  if ((await ready).port !== 1) fail('started without a configuration');
});
