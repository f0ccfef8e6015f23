// The base class has nothing to do; that it throws says nothing of the classes derived from it.
exports.Poller = class {
  async poll() { throw new Error('sub-classes must override this'); }
  start() { this.timer = setInterval(() => { this.poll(); }, 1000); }
};
