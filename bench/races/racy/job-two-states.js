'use strict';
// origin: kue, issue 483 (Node.fz, KUE), own code. A job that failed and may be tried again is marked as failed, then put among
// the delayed ones, by two commands that nobody orders: each takes the next connection of a pool to the store.
const net = require('net');
const { listen, fail } = require('../rig');

const store = { state: 'active', delayed: new Set() };
const commands = {
  state: value => (store.state = value),
  delay: job => {
    store.delayed.add(job);
    store.state = 'delayed';
  },
};
const server = net.createServer(socket => {
  socket.setEncoding('utf8').on('data', line => {
    const [name, value] = line.trim().split(' ');
    commands[name](value); // guilty: the commands of two connections come in any order
    socket.write('ok\n');
  });
});
(async () => {
  const port = await listen(server);
  const pool = await Promise.all([1, 2].map(() => new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(socket));
  })));
  let turn = 0;
  const send = line => new Promise(resolve => {
    const socket = pool[turn++ % pool.length]; // guilty: the next command overtakes this one on the other connection
    socket.once('data', resolve);
    socket.write(`${line}\n`);
  });
  const update = () => send('state failed'), delayed = () => send('delay job1');
  await Promise.all([update(), delayed()]); // guilty: `delayed` does not wait for `update`
  for (const socket of pool) socket.end();
  server.close();
  if (store.state !== 'delayed') fail(`the job is ${store.state} and delayed`);
})();
