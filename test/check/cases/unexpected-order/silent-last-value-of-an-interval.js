// Each round compares with what the round before left.
const sensor = require('./sensor');

let last;
setInterval(() => {
  const now = sensor.read();
  if (now !== last) {
    last = now;
    sensor.emit('change', now);
  }
}, 100);
