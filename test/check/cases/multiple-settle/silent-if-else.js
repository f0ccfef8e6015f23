// One of both.
exports.positive = function positive(number) {
  return new Promise((resolve, reject) => {
    if (number > 0) {
      setImmediate(() => resolve(number));
    } else {
      setImmediate(() => reject(new RangeError('not positive')));
    }
  });
};
