// rules: broken-promise
// `chain =` was forgotten: all steps start at once, and the end waits for none of them.
exports.run = steps => {
  const chain = Promise.resolve();
  for (const step of steps) {
    chain.then(() => step.run()); // expect: broken-promise warning @4
  }
  return chain;
};
exports.each = steps => {
  let last = Promise.resolve();
  steps.forEach(step => {
    last.then(step).then(() => console.log('next')); // expect: broken-promise warning
  });
};
exports.short = async steps => {
  const chain = Promise.resolve();
  steps.forEach(step => chain.then(async () => step())); // expect: broken-promise warning
  await chain;
};
