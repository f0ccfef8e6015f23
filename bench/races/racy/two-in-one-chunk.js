'use strict';
// origin: os2l, issue 9, own code; the classic of protocols over TCP. Each chunk that comes is taken for one message; two that
// were sent one after the other come as one where nobody reads in between.
const net = require('net');
const { listen, pause, fail } = require('../rig');

let total = 0;
const server = net.createServer(socket => {
  socket.setEncoding('utf8').on('data', chunk => {
    try {
      total += JSON.parse(chunk).amount; // guilty: it need not be one message
    } catch (error) {
      fail(error.message);
    }
  });
  socket.on('end', () => {
    socket.end();
    server.close();
    if (total !== 42) fail(`the total is ${total}`);
  });
});
listen(server).then(async port => {
  const socket = net.connect(port, '127.0.0.1').setNoDelay(true).resume();
  socket.write('{"amount":40}');
  await pause(80);
  socket.end('{"amount":2}');
});
