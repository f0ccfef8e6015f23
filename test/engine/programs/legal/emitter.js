'use strict';
// Queues on EventEmitters: producers and consumers that meet through events, an async iterator with
// a signal, once() with guards, and the orders that Node does promise: listeners in registration
// order, nextTick before promises before timers and immediates, equal timers in registration order.
const assert = require('assert');
const fs = require('fs');
const { EventEmitter, on, once } = require('events');
const { guard, main, pause } = require('../support');

class Queue extends EventEmitter {
  constructor() {
    super();
    this.items = [];
    this.pending = 0;
  }

  push(item) {
    this.pending++;
    this.items.push(item);
    this.emit('item');
  }

  async shift() {
    while (this.items.length === 0) {
      if (this.ended) return undefined;
      await once(this, 'item');
    }
    return this.items.shift();
  }

  finish() {
    if (--this.pending === 0) this.emit('drained');
  }

  end() {
    this.ended = true;
    this.emit('item');
  }
}

const work = item =>
  new Promise((resolve, reject) => {
    const done = error => (error ? reject(error) : resolve(item));
    if (item % 4 === 0) fs.stat(__filename, done);
    else if (item % 4 === 1) setTimeout(done, item % 7);
    else if (item % 4 === 2) setImmediate(done);
    else process.nextTick(done);
  });

async function producersAndConsumers() {
  const queue = new Queue();
  queue.setMaxListeners(0);
  const seen = [];
  const produce = async from => {
    for (let i = from; i < from + 15; i++) {
      queue.push(i);
      if (i % 5 === 0) await pause(1);
      if (i % 5 === 3) await work(0);
    }
  };
  const consume = async () => {
    for (let item; (item = await queue.shift()) !== undefined; ) {
      seen.push(await work(item));
      if (item % 6 === 0 && item < 1000) queue.push(item + 1000);
      queue.finish();
    }
  };
  const consumers = [consume(), consume(), consume()];
  await Promise.all([produce(0), produce(100), produce(200)]);
  if (queue.pending > 0) await guard(600000, 'drained', once(queue, 'drained'));
  queue.end();
  await Promise.all(consumers);
  const from = start => Array.from({ length: 15 }, (_, i) => start + i);
  const first = [...from(0), ...from(100), ...from(200)];
  const again = first.filter(i => i % 6 === 0).map(i => i + 1000);
  const expected = [...first, ...again].sort((a, b) => a - b);
  assert.deepStrictEqual(seen.sort((a, b) => a - b), expected);
}

async function iterator() {
  const emitter = new EventEmitter();
  const controller = new AbortController();
  const seen = [];
  const reader = (async () => {
    for await (const [value] of on(emitter, 'value', { signal: controller.signal })) {
      seen.push(value);
      await work(value);
      if (value === 19) controller.abort();
    }
  })();
  for (let i = 0; i < 20; i++) {
    emitter.emit('value', i);
    if (i % 6 === 0) await work(i);
  }
  await guard(600000, 'iterator', assert.rejects(reader, { name: 'AbortError' }));
  assert.deepStrictEqual(seen, Array.from({ length: 20 }, (_, i) => i));
}

async function promisedOrders() {
  const order = [];
  const note = name => () => order.push(name);
  const emitter = new EventEmitter();
  for (const name of ['a', 'b', 'c']) emitter.on('event', note(name));
  const timers = new Promise(resolve => {
    setTimeout(note('timer 1'), 5);
    setTimeout(note('timer 2'), 5);
    setTimeout(resolve, 5);
  });
  await new Promise(setImmediate); // from a callback, the order of what follows is fixed
  setImmediate(note('immediate'));
  Promise.resolve().then(note('promise'));
  process.nextTick(note('tick'));
  emitter.emit('event');
  order.push('synchronous');
  await new Promise(setImmediate);
  await timers;
  const expected = ['a', 'b', 'c', 'synchronous', 'promise', 'tick', 'immediate'];
  const without = order.filter(name => !name.startsWith('timer'));
  assert.deepStrictEqual(without, expected);
  assert.deepStrictEqual(order.filter(name => name.startsWith('timer')), ['timer 1', 'timer 2']);
}

main(async () => {
  await Promise.all([
    guard(600000, 'producers and consumers', producersAndConsumers()),
    guard(600000, 'iterator', iterator()),
    guard(600000, 'promised orders', promisedOrders()),
  ]);
});
