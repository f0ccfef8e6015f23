// A timer has no promise of its own in browsers.
exports.delay = function delay(ms, value) {
  return new Promise(resolve => {
    setTimeout(() => resolve(value), ms);
  });
};
