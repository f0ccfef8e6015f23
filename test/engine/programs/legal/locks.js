'use strict';
// Async mutex, semaphore and readers-writer lock around work that is not atomic by itself: a counter
// kept in a file, a bounded section, a pair of files that must always agree.
const assert = require('assert');
const fs = require('fs/promises');
const path = require('path');
const { guard, main, pause, scratch } = require('../support');

class Semaphore {
  constructor(free) {
    this.free = free;
    this.queue = [];
  }

  async enter() {
    if (this.free > 0) this.free--;
    else await new Promise(resolve => this.queue.push(resolve));
  }

  leave() {
    const next = this.queue.shift();
    if (next) next();
    else this.free++;
  }

  async run(body) {
    await this.enter();
    try {
      return await body();
    } finally {
      this.leave();
    }
  }
}

// Readers share one place each of many; a writer takes them all, one writer at a time.
class ReadersWriter {
  constructor(readers) {
    this.readers = readers;
    this.places = new Semaphore(readers);
    this.turn = new Semaphore(1);
  }

  read(body) {
    return this.places.run(body);
  }

  write(body) {
    return this.turn.run(async () => {
      for (let i = 0; i < this.readers; i++) await this.places.enter();
      try {
        return await body();
      } finally {
        for (let i = 0; i < this.readers; i++) this.places.leave();
      }
    });
  }
}

async function counter(folder) {
  const file = path.join(folder, 'counter');
  const mutex = new Semaphore(1);
  await fs.writeFile(file, '0');
  const add = i =>
    mutex.run(async () => {
      const value = Number(await fs.readFile(file, 'utf8'));
      if (i % 3 === 0) await pause(i % 4);
      if (i % 3 === 1) await new Promise(setImmediate);
      await fs.writeFile(file, String(value + 1));
    });
  await Promise.all(Array.from({ length: 20 }, (_, i) => add(i)));
  assert.strictEqual(await fs.readFile(file, 'utf8'), '20');
}

async function bounded(folder) {
  const semaphore = new Semaphore(3);
  let inside = 0;
  let most = 0;
  const enter = i =>
    semaphore.run(async () => {
      most = Math.max(most, ++inside);
      await (i % 2 ? fs.stat(folder) : pause(i % 5));
      inside--;
    });
  await Promise.all(Array.from({ length: 24 }, (_, i) => enter(i)));
  assert.ok(most <= 3);
  assert.strictEqual(inside, 0);
}

async function pair(folder) {
  const lock = new ReadersWriter(4);
  const [left, right] = ['left', 'right'].map(name => path.join(folder, name));
  const write = value =>
    lock.write(() =>
      guard(10000, 'write', Promise.all([fs.writeFile(left, value), fs.writeFile(right, value)])),
    );
  const read = () =>
    lock.read(async () => {
      const [a, b] = await Promise.all([fs.readFile(left, 'utf8'), fs.readFile(right, 'utf8')]);
      assert.strictEqual(a, b);
    });
  await write('start');
  const jobs = [];
  for (let i = 0; i < 6; i++) {
    jobs.push(read(), write(`value ${i}`), read(), pause(i).then(read));
  }
  await Promise.all(jobs);
}

main(async () => {
  const folder = scratch();
  await Promise.all([
    guard(600000, 'counter', counter(folder)),
    guard(600000, 'bounded', bounded(folder)),
    guard(600000, 'pair', pair(folder)),
  ]);
});
