'use strict';
// origin: use before initialisation (Node.fz, EPL and AKA are of this kind), with lokijs 1.4. Loading puts the file's
// collections in the place of those that are there; what was added before is gone.
const fs = require('fs');
const Loki = require('lokijs');
const { folder, pause, fail } = require('../rig');

const file = `${folder()}/notes.json`;
const seed = new Loki(file);
seed.addCollection('notes').insert({ text: 'first' });
fs.writeFileSync(file, seed.serialize());
(async () => {
  const db = new Loki(file);
  const loaded = new Promise(resolve => db.loadDatabase({}, resolve)); // guilty: nobody waits for it
  await pause(120);
  const notes = db.getCollection('notes') || db.addCollection('notes'); // guilty: not loaded yet
  notes.insert({ text: 'second' });
  await loaded;
  if (db.getCollection('notes').count() !== 2) fail('a note was lost');
})();
