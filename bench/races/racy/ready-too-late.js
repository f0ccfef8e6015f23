'use strict';
// origin: ordering violation, use before initialisation (Node.fz, AKA), own code. A timer stands for
// "by then the configuration is there".
const fs = require('fs');
const { folder, fail } = require('../rig');

const file = `${folder()}/config.json`;
fs.writeFileSync(file, '{"port":1}');
let config = null;
fs.readFile(file, 'utf8', (error, text) => {
  config = JSON.parse(text);
});
setTimeout(() => {
  if (!config) fail('started without a configuration'); // guilty: nobody waited for the file
}, 100);
