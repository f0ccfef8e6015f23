'use strict';
// Connections are closed while the loop's only timer is one that keeps nothing alive. A close that is late comes before
// that timer, and the timer comes: a loop that goes round for a close has not been idle.
const net = require('net');
const { once } = require('events');
const { listen, main } = require('../support');

main(async () => {
  const server = net.createServer(socket => socket.on('error', () => {}).resume());
  const port = await listen(server);
  for (let i = 0; i < 10; i++) {
    const client = net.connect(port, '127.0.0.1');
    await once(client, 'connect');
    const timer = new Promise(resolve => setTimeout(resolve, 5000).unref()); // no guard: it would keep the loop alive
    const end = once(client, 'close');
    client.destroy();
    await Promise.all([end, timer]);
  }
  server.close();
});
