'use strict';
// A worker posts a result and then writes `done` to a connection. The result is assumed to be there
// when `done` is read: but a port and a connection are two queues.
// control: poll
// fails: late delay pct
const { once } = require('events');
const net = require('net');
const os = require('os');
const path = require('path');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const { main } = require('./rig');

async function inMain() {
  const server = net.createServer();
  const address = path.join(os.tmpdir(), `interloper-${process.pid}`);
  server.listen(address);
  const connected = once(server, 'connection');
  const worker = new Worker(__filename, { workerData: address });
  const [socket] = await connected;
  for (let round = 0; round < 6; round++) {
    const order = [];
    const result = once(worker, 'message').then(() => order.push('result'));
    const done = once(socket, 'data').then(() => order.push('done'));
    worker.postMessage(round);
    await Promise.all([result, done]);
    if (order[0] !== 'result') throw new Error('done before the result was there');
  }
  server.close();
  await worker.terminate();
}

if (isMainThread) {
  main(inMain);
} else {
  const socket = net.connect(workerData);
  parentPort.on('message', n => {
    parentPort.postMessage(n);
    socket.write('done');
  });
}
