// The rejection is no return: the work is begun all the same.
exports.save = (db, doc) => new Promise((resolve, reject) => {
  if (!doc.id) {
    reject(new Error('id is missing'));
  }
  db.put(doc, err => {
    if (err) {
      reject(err); // expect: multiple-settle @4
      return;
    }
    resolve(doc.id);
  });
});
exports.load = (db, id) => new Promise((resolve, reject) => {
  if (typeof id !== 'string') reject(new TypeError('no id'));
  db.get(id).then(resolve); // expect: multiple-settle
});
