'use strict';
// control of nedb-index-lost.js: what goes through nedb's queue waits for a compaction to be over.
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
  const insert = mail => new Promise((resolve, reject) => db.insert({ mail }, error => (error ? reject(error) : resolve())));
  db.persistence.compactDatafile();
  await Promise.all([insert('a@b.c'), pause(60).then(() => insert('d@e.f'))]);
  const users = (await load()).getAllData();
  if (users.length !== 2) fail(`${users.length} users are left`);
})().catch(error => fail(error.message));
