// What one connection brings comes in order.
'use strict';
const net = require('net');
let state = 'new';
const server = net.createServer((socket) => {
  socket.on('data', (text) => {
    if (String(text) === 'a') {
      state = 'known';
      socket.write('go on');
    } else {
      console.log(state);
      socket.end();
      server.close();
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.write('a');
  socket.once('data', () => socket.write('b'));
});
