// The same, but the parts go their own ways.
exports.apply = (value, known, show, log) => {
  const applied = Promise.all([value, known]).then(([v, k]) => ({ value: v, known: k }));
  show(applied.then(a => a.value));
  log(applied.then(a => a.known)); // expect: broken-promise note
};
