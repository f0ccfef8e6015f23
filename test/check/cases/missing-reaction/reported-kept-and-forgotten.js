// Nobody ever names it again.
exports.store = input => {
  const stored = new Promise(resolve => resolve({ input })); // expect: missing-reaction
  return input;
};
