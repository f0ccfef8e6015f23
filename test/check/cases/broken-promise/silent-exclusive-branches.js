// Only one of the two registrations can happen.
exports.report = function report(total, verbose) {
  const amount = Promise.resolve(total);
  if (verbose) {
    return amount.then(value => `the total is ${value}`);
  }
  return amount.then(value => String(value));
};
