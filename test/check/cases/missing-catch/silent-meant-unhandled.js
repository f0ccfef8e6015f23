// In the midst of handling an error: whoever set no handler is to hear of it.
exports.Stream = class {
  emit(event, error) {
    if (event === 'abort') {
      if (!this.catching) {
        Promise.reject(error);
      }
      this.rejectEnd(error);
    }
  }
};
