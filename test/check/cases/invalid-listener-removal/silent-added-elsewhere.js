// Emitter and listener come from outside.
exports.detach = function detach(emitter, listener) {
  emitter.removeListener('data', listener);
};
