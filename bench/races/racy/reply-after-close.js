'use strict';
// origin: answer behind the end of the connection (Node.fz, SIO/WPT), own code. The client gives up
// after 60 ms; the server writes into a socket that it has forgotten.
const fs = require('fs');
const net = require('net');
const { folder, listen, fail } = require('../rig');

const file = `${folder()}/page`;
fs.writeFileSync(file, 'page');
const sessions = new Map();
const server = net.createServer(socket => {
  sessions.set(socket.remotePort, socket);
  const id = socket.remotePort;
  socket.on('error', () => {});
  socket.on('close', () => sessions.delete(id));
  socket.once('data', () => {
    fs.readFile(file, (error, page) => {
      if (!sessions.has(id)) fail('the session is gone'); // guilty: it may have been closed
      sessions.get(id).end(page);
    });
  });
});
listen(server).then(port => {
  const socket = net.connect(port, '127.0.0.1', () => socket.write('GET\n'));
  const giveUp = setTimeout(() => socket.destroy(), 60);
  socket.on('data', () => {});
  socket.on('close', () => {
    clearTimeout(giveUp);
    server.close();
  });
});
