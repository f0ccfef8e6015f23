// rules: broken-promise
// The promise is others', but that the first branch computes something for nobody is plain.
function normalise(user) {
  const email = user.email.toLowerCase();
  return { ...user, email };
}

exports.save = function (db, doc, res) {
  const op = db.insert(doc);
  op.then(saved => ({ ...saved, ok: true }));
  op.then(saved => res.json(saved)); // expect: broken-promise warning @10 @9
};
exports.show = function (db, id, res) {
  const lookup = db.find(id);
  lookup.then(user => normalise(user));
  lookup.then(user => res.json(user)); // expect: broken-promise warning @15 @14
};
exports.show2 = function (db, id, res) {
  const lookup = db.find(id);
  lookup.then(normalise);
  lookup.then(user => res.json(user)); // expect: broken-promise warning @20 @19
};
