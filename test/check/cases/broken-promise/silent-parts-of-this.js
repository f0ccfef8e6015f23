class Out {
  constructor(lifted) {
    const parts = Promise.all(lifted).then(([known, secret]) => ({ known, secret }));
    this.isKnown = parts.then(p => p.known);
    this.isSecret = parts.then(p => p.secret);
  }
}
exports.make = (a, b) => new Out([a, b]);
