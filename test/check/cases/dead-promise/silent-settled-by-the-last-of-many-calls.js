// The promise settles when stepIn was called often enough; how often, others decide.
module.exports = function waitForCalls(options) {
  let count = 2;
  let settle;
  const patience = new Promise(resolve => {
    settle = resolve;
  });
  function stepIn() {
    if (--count) return;
    settle();
  }
  options.started(stepIn);
  return patience.then(() => 'done');
};
