// The executor awaits only promises that nobody can reject, and they are settled from a list.
exports.proxy = () => {
  const waiting = [];
  const done = () => { let resolve; const p = new Promise(r => resolve = r); waiting.push({ resolve }); return p; };
  setTimeout(() => waiting.splice(0).forEach(w => w.resolve()), 9);
  return dirty => new Promise(async resolve => {
    if (dirty) await done();
    resolve({ status: 'started' });
  });
};
