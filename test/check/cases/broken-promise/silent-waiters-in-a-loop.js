// rules: broken-promise
// Waiters of one promise, a chain that is kept, the branches of a round collected, a microtask each.
const ready = new Promise(resolve => setTimeout(resolve, 5));
const resolved = Promise.resolve();
exports.start = widgets => {
  for (const w of widgets) ready.then(() => w.start());
  widgets.forEach(w => ready.then(() => w.show()));
  for (const w of widgets) resolved.then(() => w.flush());
};
exports.kept = steps => {
  let chain = Promise.resolve();
  for (const step of steps) chain = chain.then(() => step());
  return chain;
};
exports.collected = steps => {
  const start = Promise.resolve();
  const all = [];
  for (const step of steps) all.push(start.then(() => step()));
  return Promise.all(all);
};
exports.own = steps => {
  for (const step of steps) {
    const chain = Promise.resolve();
    chain.then(() => step());
  }
  const tick = Promise.resolve();
  steps.forEach(step => {
    tick.then(() => { console.log(step); });
  });
};
