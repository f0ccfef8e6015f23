// Both ways out of the promise set a timer that asks again: the number of timers doubles with every round.
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
