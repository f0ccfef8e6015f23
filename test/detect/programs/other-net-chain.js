// Question and answer over a socket: each side goes on where the other has stopped.
'use strict';
const net = require('net');
let state = 'idle';
const server = net.createServer((socket) => {
  socket.on('data', (text) => {
    state = `server ${text}`;
    socket.write('pong');
  });
  socket.on('end', () => console.log(state));
});
server.listen(0, () => {
  const client = net.connect(server.address().port);
  let count = 0;
  client.write('ping');
  client.on('data', () => {
    console.log(state);
    state = 'client';
    if (++count < 3) return client.write(`ping ${count}`);
    client.end();
    server.close();
  });
});
