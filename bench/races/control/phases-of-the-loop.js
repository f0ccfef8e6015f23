'use strict';
// What Node promises of one callback of the poll phase, however late that comes: ticks, then promises, before anything else;
// then setImmediate, since the check phase follows the poll phase; then the timer, whose phase is in the next turn. And of one
// socket: 'data' before 'end' before 'close'.
const fs = require('fs');
const net = require('net');
const { listen, fail } = require('../rig');

fs.stat(__filename, () => {
  const order = [];
  const come = name => {
    order.push(name);
    if (order.length === 4 && order.join() !== 'tick,promise,immediate,timer') fail(order.join());
  };
  setTimeout(come, 0, 'timer');
  setImmediate(come, 'immediate');
  Promise.resolve('promise').then(come);
  process.nextTick(come, 'tick');
});
const server = net.createServer(socket => socket.end('bye'));
listen(server).then(port => {
  const seen = [];
  const socket = net.connect(port, '127.0.0.1');
  socket.on('data', () => seen.push('data')).on('end', () => seen.push('end'));
  socket.on('close', () => {
    if (!/^(data,)+end$/.test(seen.join())) fail(`close behind ${seen}`);
    server.close();
  });
});
