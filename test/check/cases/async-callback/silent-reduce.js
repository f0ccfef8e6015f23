// A chain made by reduce: each step awaits the one before.
exports.inOrder = function inOrder(steps) {
  return steps.reduce(async (before, step) => {
    await before;
    return step();
  }, Promise.resolve());
};
