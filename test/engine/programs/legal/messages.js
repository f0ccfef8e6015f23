'use strict';
// What Node promises of messages: each port and each channel delivers in the order of posting, from
// whichever thread, before it closes. A worker is online, its last words are heard, what it printed
// is there and its error is told before its exit; of these Node promises no order: where the main
// thread is busy, plain Node tells a message before online, and an error before the message that was
// posted earlier. What a thread posts to itself is there before the immediates of that turn. A
// message that carries a port comes before what is said through it.
const assert = require('assert');
const { once } = require('events');
const {
  BroadcastChannel,
  MessageChannel,
  Worker,
  isMainThread,
  parentPort,
  receiveMessageOnPort,
  threadId,
  workerData,
} = require('worker_threads');
const { guard, main, pause, text } = require('../support');

const MOST = 20;

async function inWorker() {
  const channel = new BroadcastChannel('all');
  const port = await new Promise(resolve => parentPort.once('message', resolve));
  console.log(`thread ${workerData} speaks`);
  parentPort.postMessage({ carried: port.other }, [port.other]);
  for (let n = 0; n < MOST; n++) {
    parentPort.postMessage({ n });
    port.own.postMessage({ n });
    channel.postMessage({ from: workerData, n });
    if (n % 4 === 0) await pause(1);
    if (n % 4 === 2) await new Promise(setImmediate);
  }
  channel.close();
  port.own.close();
  parentPort.postMessage({ n: MOST });
  if (workerData % 2) throw new Error('on purpose');
  process.exit(3);
}

function inOrder(what) {
  let next = 0;
  return n => {
    assert.strictEqual(n, next, what);
    next++;
    return next;
  };
}

async function hear(number) {
  const events = [];
  const worker = new Worker(__filename, { workerData: number, stdout: true });
  const own = new MessageChannel(), other = new MessageChannel();
  const told = inOrder('parentPort'), onOwn = inOrder('a port');
  const output = text(worker.stdout);
  let heard = 0, carried = false;
  worker.on('online', () => events.push('online'));
  worker.on('error', error => events.push(error.message));
  const exited = new Promise(resolve => worker.on('exit', code => resolve(events.push(code))));
  worker.on('message', message => {
    assert.ok(!events.some(Number.isInteger), 'it speaks before its exit');
    if (message.carried) {
      message.carried.on('message', () => assert.ok(carried));
      other.port2.postMessage('through the carried one');
      other.port2.close();
      carried = true;
    } else {
      assert.ok(carried);
      told(message.n);
    }
  });
  const closed = once(own.port2, 'close');
  own.port2.on('message', ({ n }) => (heard = onOwn(n)));
  worker.postMessage({ own: own.port1, other: other.port1 }, [own.port1, other.port1]);
  await guard(60000, 'exit', exited);
  await guard(60000, 'close', closed);
  assert.strictEqual(told(MOST + 1), MOST + 2);
  assert.strictEqual(heard, MOST);
  assert.deepStrictEqual(events, number % 2 ? ['online', 'on purpose', 1] : ['online', 3]);
  assert.strictEqual(await output, `thread ${number} speaks\n`);
}

async function toItself() {
  const { port1, port2 } = new MessageChannel();
  for (let i = 0; i < 10; i++) {
    const order = [];
    await pause(1); // the poll phase comes next, and immediates behind it
    const heard = once(port2, 'message').then(() => order.push('message'));
    port1.postMessage(i);
    await Promise.all([heard, new Promise(resolve => setImmediate(() => resolve(order.push('immediate'))))]);
    assert.deepStrictEqual(order, ['message', 'immediate']);
  }
  port1.postMessage('asked for');
  assert.deepStrictEqual(receiveMessageOnPort(port2), { message: 'asked for' });
  port1.close();
  await once(port2, 'close');
}

async function inMain() {
  const channel = new BroadcastChannel('all');
  const heard = [0, 0, 0];
  const all = new Promise((resolve, reject) => {
    channel.onmessage = ({ data: { from, n } }) => {
      if (heard[from] !== n) reject(new Error(`the channel: ${n} of ${from}, not ${heard[from]}`));
      heard[from] = n + 1;
      if (heard.every(count => count === MOST)) resolve();
    };
  });
  assert.strictEqual(threadId, 0);
  await Promise.all([hear(0), hear(1), hear(2), toItself()]);
  await guard(60000, 'the channel', all);
  channel.close();
}

if (isMainThread) main(inMain);
else inWorker();
