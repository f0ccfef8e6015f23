// Returned, either or, or whoever settles later asks whether it was done.
exports.save = (db, doc) => new Promise((resolve, reject) => {
  if (!doc.id) return reject(new Error('id is missing'));
  db.put(doc, err => (err ? reject(err) : resolve(doc.id)));
});
exports.load = (db, id) => new Promise((resolve, reject) => {
  if (!id) {
    reject(new Error('no id'));
  } else {
    db.get(id, value => resolve(value));
  }
});
exports.once = (db, id) => new Promise((resolve, reject) => {
  let over = false;
  if (db.closed) {
    over = true;
    reject(new Error('closed'));
  }
  db.get(id, value => {
    if (!over) resolve(value);
  });
});
exports.race = (socket) => new Promise((resolve, reject) => {
  const timer = setTimeout(() => reject(new Error('timeout')), 1000);
  if (socket.destroyed) reject(new Error('destroyed'));
  console.log(timer);
});
exports.aborted = (signal, work) => new Promise((resolve, reject) => {
  if (signal.aborted) reject(signal.reason);
  if (!signal.aborted) work(resolve);
});
exports.cached = (cache, fetch) => new Promise((resolve) => {
  if (cache) resolve(cache);
  fetch(value => resolve(value));
});
exports.given = (signal, given) => new Promise((resolve, reject) => {
  if (signal?.aborted) reject(new Error('aborted'));
  signal?.addEventListener('abort', () => reject(new Error('aborted')));
  given.then(value => resolve(value), error => reject(error));
});
