'use strict';
// origin: generic-pool, issue 159, with generic-pool 3.1.1 itself. To drain and clear a pool does not wait for connections
// that are being made; such a one is never closed.
// guilty in generic-pool/lib/Pool.js:511, where only what is available is destroyed
const fs = require('fs');
const net = require('net');
const { createPool } = require('generic-pool');
const { folder, listen, pause, fail } = require('../rig');

const file = `${folder()}/users`;
fs.writeFileSync(file, 'ann\n');
const server = net.createServer(socket => {
  socket.on('error', () => {});
  socket.once('data', () => fs.readFile(file, (error, users) => socket.write(users))); // a login
});
const open = new Set();
let cleared = false;
const create = port =>
  new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('login\n'));
    socket.once('data', () => resolve(open.add(socket) && socket)); // guilty: the pool may be cleared by now
  });
(async () => {
  const port = await listen(server);
  const factory = {
    create: () =>
      create(port).then(socket => {
        if (cleared) fail('a connection was opened after the pool was cleared');
        return socket;
      }),
    destroy: async socket => open.delete(socket.destroy()),
  };
  const pool = createPool(factory, { min: 2, max: 2 });
  const socket = await pool.acquire();
  await pause(100);
  await pool.release(socket);
  await pool.drain();
  await pool.clear(); // guilty: not all connections are there
  cleared = true;
  if (open.size) fail('a connection is left open');
  server.close();
})();
