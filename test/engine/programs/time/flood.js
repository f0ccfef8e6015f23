'use strict';
// One thread goes round its loop without a rest until another thread answers it. The other one gets its
// turns, although the first never waits.
const { Worker, isMainThread, parentPort } = require('worker_threads');
const net = require('net');
const { main } = require('./rig');

if (isMainThread) {
  main(
    () =>
      new Promise(resolve => {
        const worker = new Worker(__filename).on('message', port => {
          const socket = net.connect(port).on('data', () => {
            socket.destroy();
            worker.terminate();
            resolve();
          });
          (function flood() {
            if (!socket.destroyed && socket.write('x'.repeat(100))) setImmediate(flood);
            else if (!socket.destroyed) socket.once('drain', flood);
          })();
        });
      }),
  );
} else {
  let bytes = 0;
  const server = net.createServer(socket =>
    socket.on('error', () => {}).on('data', part => {
      if ((bytes += part.length) > 20000) socket.write('enough');
    }),
  );
  server.listen(0, () => parentPort.postMessage(server.address().port));
}
