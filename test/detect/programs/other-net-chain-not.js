// What the client does without waiting for the answer is not ordered with what the server does.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const net = require('net');
let state = 'idle';
const server = net.createServer((socket) => {
  socket.on('data', () => {
    state = 'asked'; // W
    socket.end();
    server.close();
  });
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.write('ping');
  client.resume();
  fs.stat(__filename, () => {
    console.log(state); // R
  });
});
