// A deferred: the settling functions live beside their promise.
class Deferred {
  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

exports.Deferred = Deferred;
