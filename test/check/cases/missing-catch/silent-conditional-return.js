// One of two promises is returned: the caller handles it.
exports.dispose = function dispose(state) {
  return state.hasError ? Promise.reject(state.error) : Promise.resolve();
};
