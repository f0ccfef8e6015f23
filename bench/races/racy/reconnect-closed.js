'use strict';
// origin: nes, issue 18 (Node.fz, NES; NACD 5), own code. A client whose connection was dropped tries again a little later;
// where it is closed on purpose meanwhile, what the timer needs is gone.
const fs = require('fs');
const net = require('net');
const { folder, listen, fail } = require('../rig');

class Client {
  constructor(port) {
    this.port = port;
    this.reconnection = { auth: 'ann', wait: 70 };
  }
  connect(auth) {
    this.socket = net.connect(this.port, '127.0.0.1', () => this.socket.write(`${auth}\n`));
    this.socket.on('error', () => {}).resume();
    this.socket.on('close', () => this.reconnect());
  }
  reconnect() {
    if (!this.reconnection) return;
    setTimeout(() => this.connect(this.reconnection.auth), this.reconnection.wait); // guilty: closed meanwhile, it is null
  }
  close() {
    this.reconnection = null; // guilty: a timer may still need it
    this.socket.destroy();
  }
}
const draft = `${folder()}/draft`;
fs.writeFileSync(draft, 'text');
const server = net.createServer(socket => {
  socket.on('error', () => {}).resume();
  const idle = setTimeout(() => socket.destroy(), 110);
  socket.on('close', () => clearTimeout(idle));
});
listen(server).then(port => {
  const client = new Client(port);
  process.on('uncaughtException', error => fail(error.message));
  client.connect('ann');
  fs.readFile(draft, () => {
    client.close();
    server.close();
  });
});
