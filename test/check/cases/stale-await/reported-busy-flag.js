// A flag that does not keep others out: given back too early, set too late, ignored by another writer, cleared by one.
let busy = false;
let early = 0;
exports.early = async function (go) {
  if (busy) return;
  busy = true;
  const from = early;
  busy = false;
  early = from + (await go()); // expect: stale-await
};

let saving = false;
let late = 0;
exports.late = async function (go) {
  if (saving) return;
  const from = late;
  const n = await go();
  saving = true; // expect: stale-await
  late = from + n; // expect: stale-await
  saving = false;
};

let moving = false;
let position = 0;
exports.move = async function (go) {
  if (moving) return;
  moving = true;
  try {
    const from = position;
    position = from + (await go()); // expect: stale-await
  } finally {
    moving = false;
  }
};
exports.home = function () {
  position = 0;
};

exports.Uploader = class {
  running = false;
  offset = 0;
  async next(send) {
    if (this.running) return;
    this.running = true;
    const start = this.offset;
    const n = await send(start);
    this.offset = start + n; // expect: stale-await
    this.running = false;
  }
  stop() {
    this.running = false;
  }
};

let sent = 0;
exports.Sender = class {
  busy = false;
  async send(post) {
    if (this.busy) return;
    this.busy = true;
    const before = sent;
    const n = await post(before);
    sent = before + n; // expect: stale-await
    this.busy = false;
  }
};

let looping = false;
let total = 0;
exports.rounds = async function (go) {
  if (looping) return;
  looping = true;
  for (const step of [go, go]) {
    const from = total;
    const n = await step();
    total = from + n; // expect: stale-await
    looping = false;
  }
};
