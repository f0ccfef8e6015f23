'use strict';
// origin: nedb (NACD 21 and 22 are races of its data file), the package itself. An index is written past the queue of
// operations: where the file is being compacted it goes into the old one, which is then replaced.
const Datastore = require('nedb');
const { folder, pause, fail } = require('../rig');

const filename = `${folder()}/users.db`;
const load = () =>
  new Promise((resolve, reject) => {
    const db = new Datastore({ filename });
    db.loadDatabase(error => (error ? reject(error) : resolve(db)));
  });
(async () => {
  const db = await load();
  db.persistence.compactDatafile(); // guilty: nothing tells when it is over
  await pause(150);
  await new Promise((resolve, reject) =>
    db.ensureIndex({ fieldName: 'mail', unique: true }, error => (error ? reject(error) : resolve())), // guilty: not queued
  );
  await new Promise(resolve => db.insert({ mail: 'a@b.c' }, resolve));
  if (!(await load()).indexes.mail) fail('the index is gone');
})().catch(error => fail(error.message));
