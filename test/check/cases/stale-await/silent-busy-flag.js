// A flag lets one call in at a time: thrown out, sent home, waited around, or not let in at all.
let busy = false;
let position = 0;
exports.move = async function (motor, delta) {
  if (busy) throw new Error('busy');
  busy = true;
  try {
    const from = position;
    await motor.go(delta);
    position = from + delta;
  } finally {
    busy = false;
  }
};
exports.home = function () {
  if (busy) return;
  position = 0;
};

const queue = { idle: true, sent: 0 };
exports.send = async function (post) {
  if (!queue.idle) return;
  queue.idle = false;
  const before = queue.sent;
  const count = await post(before);
  if (!count) {
    queue.idle = true;
    return;
  }
  queue.sent = before + count;
  queue.idle = true;
};

exports.Uploader = class {
  running = false;
  offset = 0;
  async next(send) {
    if (!this.running && !this.closed) {
      this.running = true;
      const start = this.offset;
      const n = await send(start);
      this.offset = start + n;
      this.running = false;
    }
  }
  async rewind(send) {
    if (this.closed || this.running) return;
    this.running = true;
    await send(0);
    this.offset = 0;
    this.running = false;
  }
};
