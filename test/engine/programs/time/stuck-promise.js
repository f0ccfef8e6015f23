'use strict';
// Waits for a message that nobody can send any more: both ends of the connection are ours.
// outcome: stuck
const net = require('net');
const { listen, main } = require('./rig');

main(async () => {
  const server = net.createServer(socket => socket.resume());
  const socket = net.connect(await listen(server), '127.0.0.1');
  await new Promise(resolve => socket.on('data', resolve));
});
