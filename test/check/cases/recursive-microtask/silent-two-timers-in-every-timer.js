(function check() {
  db.find().toArray().then(docs => {
    if (stream.destroyed) docs.forEach(doc => { if (!doc) {} });
    last = new Date(docs.pop().timestamp);
    next();
  }).catch(err => {
    if (stream.destroyed) return;
    next();
    stream.emit('error', err);
  });
  function next() { setTimeout(check, 2000); }
}());
