'use strict';
// worker_threads: a pool that is fed by messages, a lock made of Atomics that every thread takes, a
// channel between two workers, waits with time-outs that always end by the notification.
const assert = require('assert');
const { once } = require('events');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const { guard, main, pause } = require('../support');

const LOCK = 0;
const COUNT = 1;
const START = 2;

function lock(shared) {
  while (Atomics.compareExchange(shared, LOCK, 0, 1) !== 0) {
    assert.notStrictEqual(Atomics.wait(shared, LOCK, 1, 10000), 'timed-out');
  }
}

function unlock(shared) {
  Atomics.store(shared, LOCK, 0);
  Atomics.notify(shared, LOCK, 1);
}

// Not atomic by itself: what the lock is for.
function add(shared) {
  lock(shared);
  const value = shared[COUNT];
  for (let i = 0; i < 1000; i++) Math.sqrt(i);
  shared[COUNT] = value + 1;
  unlock(shared);
}

function worker() {
  const { shared } = workerData;
  assert.notStrictEqual(Atomics.wait(shared, START, 0, 30000), 'timed-out');
  parentPort.on('message', async ({ job, port, first }) => {
    if (port) return talk(port, first);
    for (let i = 0; i < 5; i++) add(shared);
    if (job % 3 === 0) await pause(job % 4);
    parentPort.postMessage({ job, result: job * job });
  });
}

// Two workers count to ten through their own channel, each message in order.
function talk(port, first) {
  let expected = first ? 1 : 0;
  port.on('message', n => {
    assert.strictEqual(n, expected);
    expected += 2;
    if (n < 10) return port.postMessage(n + 1);
    parentPort.postMessage({ talked: n });
    port.close();
  });
  if (first) port.postMessage(0);
}

async function pool(workers) {
  const jobs = Array.from({ length: 12 }, (_, i) => i);
  const results = new Map();
  const feed = async thread => {
    for (let job; (job = jobs.shift()) !== undefined; ) {
      thread.postMessage({ job });
      const [answer] = await guard(10000, `job ${job}`, once(thread, 'message'));
      results.set(answer.job, answer.result);
    }
  };
  await Promise.all(workers.map(feed));
  for (let i = 0; i < 12; i++) assert.strictEqual(results.get(i), i * i);
}

async function channel([left, right]) {
  const { port1, port2 } = new MessageChannel();
  const talked = once(right, 'message');
  left.postMessage({ port: port1, first: true }, [port1]);
  right.postMessage({ port: port2 }, [port2]);
  const [{ talked: n }] = await guard(30000, 'channel', talked);
  assert.strictEqual(n, 10);
}

async function threads() {
  const shared = new Int32Array(new SharedArrayBuffer(16));
  const workers = Array.from(
    { length: 3 },
    () => new Worker(__filename, { workerData: { shared } }),
  );
  await guard(30000, 'online', Promise.all(workers.map(thread => once(thread, 'online'))));
  Atomics.store(shared, START, 1);
  Atomics.notify(shared, START);
  await pool(workers);
  assert.strictEqual(Atomics.load(shared, COUNT), 12 * 5);
  await channel(workers);
  const ends = await Promise.all(workers.map(thread => thread.terminate()));
  assert.deepStrictEqual(ends, [1, 1, 1]);
}

if (isMainThread) main(threads);
else worker();
