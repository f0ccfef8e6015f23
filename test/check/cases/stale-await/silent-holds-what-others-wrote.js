// What others put there meanwhile is kept: the new value is made of the present one.
exports.Outbox = class {
  outbox = [];
  push(frame) { this.outbox = [...this.outbox, frame]; }
  async flush(send) {
    const queued = this.outbox;
    this.outbox = [];
    try {
      await send(queued);
    } catch {
      this.outbox = queued.concat(this.outbox);
    }
  }
};
