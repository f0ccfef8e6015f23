// rules: broken-promise
// Each further registration is told of once, with the first one and the promise's creation.
async function getUser(id) {
  if (!id) throw new Error('id?');
  return { id, name: 'ann' };
}

exports.show = function (req, res) {
  const user = getUser(req.id);
  user.then(u => { u.seen = true; return u; });
  user.then(u => res.send(u)); // expect: broken-promise warning @10 @9
  user.catch(e => res.status(500).send(e.message)); // expect: broken-promise warning @10 @9
};

exports.list = function (load, out) {
  const rows = load();
  rows.then(r => r.filter(x => x.count > 0));
  rows.then(r => out(r)); // expect: broken-promise warning @17 @16
  rows.catch(out); // expect: broken-promise warning @17 @16
};
