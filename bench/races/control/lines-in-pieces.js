'use strict';
// control of two-in-one-chunk.js. Bytes of one connection come in the order in which they were sent, cut anywhere. The server
// joins them and cuts at line ends, so neither how many chunks come nor when matters; it adds up when 'end' has come, which is
// behind all data.
const net = require('net');
const { listen, pause, fail } = require('../rig');

const server = net.createServer(socket => {
  let text = '', total = 0;
  socket.setEncoding('utf8').on('data', chunk => {
    const lines = (text += chunk).split('\n');
    text = lines.pop();
    for (const line of lines) total += JSON.parse(line).amount;
  });
  socket.on('end', () => {
    socket.end();
    server.close();
    if (total !== 42 || text) fail(`the total is ${total}, and ${text || 'nothing'} is left over`);
  });
});
listen(server).then(async port => {
  const socket = net.connect(port, '127.0.0.1').setNoDelay(true).resume();
  for (const piece of ['{"amount":40}\n{"amo', 'unt":', '1}\n', '{"amount":1}']) {
    socket.write(piece);
    await pause(15);
  }
  socket.end('\n');
});
