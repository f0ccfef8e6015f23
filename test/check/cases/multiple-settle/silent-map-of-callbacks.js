// Each callback settles a promise of its own.
exports.P = class {
  #requests = new Map();
  cleanup() { this.#requests.forEach(cb => cb(new Error('gone'))); }
  send(id) {
    return new Promise((resolve, reject) => {
      this.#requests.set(id, r => { (r instanceof Error ? reject : resolve)(r); });
    });
  }
};
