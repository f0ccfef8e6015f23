// Two connections are not ordered. (The same run turns the count-down round, which is not to blame.)
// race: W R ordering confirmed
// race: C C commutative-ordering no-difference
'use strict';
const net = require('net');
let state = 'new';
let open = 2;
const server = net.createServer((socket) => {
  socket.on('data', (text) => {
    if (String(text) === 'a') state = 'known'; // W
    else console.log(state); // R
    socket.end();
    if (--open === 0) server.close(); // C
  });
});
server.listen(0, '127.0.0.1', () => {
  net.connect(server.address().port, '127.0.0.1').end('a');
  net.connect(server.address().port, '127.0.0.1').end('b');
});
