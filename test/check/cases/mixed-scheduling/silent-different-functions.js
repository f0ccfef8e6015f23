// Two callers, two contexts: nobody wrote an order.
exports.later = function later(callback) {
  setImmediate(callback);
};

exports.soon = function soon(callback) {
  process.nextTick(callback);
};
