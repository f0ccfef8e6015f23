// What the list holds is the caller's business.
exports.sum = function sum(jobs) {
  return Promise.all(jobs).then(values => values.reduce((a, b) => a + b, 0));
};
