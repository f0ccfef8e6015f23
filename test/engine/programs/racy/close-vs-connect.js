'use strict';
// socket.io 1862 (Node.fz, figure 2): a manager counts a connection only once it is connected, and
// closes itself with the last one, though another is on its way.
// fails: late delay pct
// guilty: 16 37
const net = require('net');
const { listen, main, pause } = require('./rig');

class Manager {
  constructor(port) {
    Object.assign(this, { port, sockets: [], closed: false });
  }

  socket() {
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.port, '127.0.0.1', () => {
        if (this.closed) return reject(new Error('the manager closed before the socket connected'));
        this.sockets.push(socket);
        resolve(socket);
      });
      socket.on('error', reject);
    });
  }

  destroy(socket) {
    socket.destroy();
    this.sockets.splice(this.sockets.indexOf(socket), 1);
    if (this.sockets.length === 0) this.closed = true;
  }
}

main(async () => {
  const server = net.createServer(socket => socket.on('error', () => {}).resume());
  const manager = new Manager(await listen(server));
  const first = await manager.socket();
  const second = manager.socket();
  await pause(150); // the second one has had time to connect
  manager.destroy(first);
  manager.destroy(await second);
  server.close();
});
