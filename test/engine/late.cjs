'use strict';
// Delays put in by hand, in plain Node: LATE="close 150" node -r ./test/engine/late.cjs TEST
//
// Where a test of Node's own fails under a strategy, this says whose fault it is: if the test fails alike in plain Node once
// the same kind of event is late by hand, the test has that race itself. LATE is a list, separated by commas, of KIND
// MILLISECONDS [NUMBER]; with a number only that one is late, counted from 1 in this process. Kinds:
//
//     close      the callback of a socket's or a listener's close
//     connect    a client learns that it is connected
//     accept     a server learns of a connection
//     read       a socket begins to read
//     lookup     the answer to dns.lookup
const { TCP } = process.binding('tcp_wrap');
const { Pipe } = process.binding('pipe_wrap');
const cares = process.binding('cares_wrap');

const lateness = new Map();
for (const item of (process.env.LATE || '').split(',')) {
  const [kind, ms, number] = item.trim().split(/\s+/);
  if (kind) lateness.set(kind, { ms: Number(ms), number: Number(number || 0), seen: 0 });
}

// `callback`, late if this one is to be.
const late = (kind, callback) => {
  const rule = lateness.get(kind);
  if (!rule || typeof callback !== 'function' || (++rule.seen !== rule.number && rule.number)) return callback;
  return function (...values) {
    setTimeout(() => callback.apply(this, values), rule.ms);
  };
};

// Wraps the method of that name wherever in the chain of prototypes it is.
const wrap = (prototype, name, make) => {
  let owner = prototype;
  while (owner && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  if (!owner || owner[name].late) return;
  owner[name] = make(owner[name]);
  owner[name].late = true;
};

for (const { prototype } of [TCP, Pipe]) {
  wrap(prototype, 'close', close => function (callback) {
    const socket = this instanceof TCP || this instanceof Pipe;
    return close.call(this, socket ? late('close', callback) : callback);
  });
  for (const name of ['connect', 'connect6'])
    wrap(prototype, name, connect => function (request, ...rest) {
      request.oncomplete = late('connect', request.oncomplete);
      return connect.call(this, request, ...rest);
    });
  wrap(prototype, 'listen', listen => function (...values) {
    const accept = this.onconnection;
    if (accept) this.onconnection = function (...told) { late('accept', accept).apply(this, told); };
    return listen.apply(this, values);
  });
  wrap(prototype, 'readStart', readStart => function () {
    if (!(this instanceof TCP || this instanceof Pipe) || !lateness.has('read')) return readStart.call(this);
    late('read', () => readStart.call(this))();
    return 0;
  });
}
wrap(cares, 'getaddrinfo', getaddrinfo => function (request, ...rest) {
  request.oncomplete = late('lookup', request.oncomplete);
  return getaddrinfo.call(this, request, ...rest);
});
