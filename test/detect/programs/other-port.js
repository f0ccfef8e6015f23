// One connects to the port on which the other listens.
// race: L C ordering confirmed
'use strict';
const fs = require('fs');
const net = require('net');
const server = net.createServer((socket) => socket.end());
fs.stat(__filename, () => {
  server.listen(18347, '127.0.0.1'); // L
});
fs.readdir('.', () => {
  const socket = net.connect(18347, '127.0.0.1'); // C
  socket.on('error', (error) => console.log(error.code));
  socket.on('connect', () => console.log('connected'));
  socket.on('close', () => server.close());
  socket.resume();
});
