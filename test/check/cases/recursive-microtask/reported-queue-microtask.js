// rules: recursive-microtask
// The same with queueMicrotask, through two functions.
const log = [];

function ping() {
  log.push('ping');
  queueMicrotask(pong); // expect: recursive-microtask
}

function pong() {
  log.push('pong');
  queueMicrotask(ping);
}

ping();
