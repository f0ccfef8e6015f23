'use strict';
// control of lokijs-load.js: whoever needs the notes waits until they are loaded.
const fs = require('fs');
const Loki = require('lokijs');
const { folder, pause, fail } = require('../rig');

const file = `${folder()}/notes.json`;
const seed = new Loki(file);
seed.addCollection('notes').insert({ text: 'first' });
fs.writeFileSync(file, seed.serialize());
(async () => {
  const db = new Loki(file);
  const loaded = new Promise(resolve => db.loadDatabase({}, resolve));
  const add = async text => {
    await loaded;
    db.getCollection('notes').insert({ text });
  };
  await Promise.all([add('second'), pause(30).then(() => add('third'))]);
  if (db.getCollection('notes').count() !== 3) fail('a note was lost');
})();
