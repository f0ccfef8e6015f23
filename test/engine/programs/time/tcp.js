'use strict';
// A server in another process, no child of ours, answers after 300 ms of real time: before 10 s.
const assert = require('assert');
const net = require('net');
const { once } = require('events');
const { external, guard, main } = require('./rig');

main(async () => {
  const socket = net.connect(external('tcp', 0.3), '127.0.0.1');
  for (const question of ['first', 'second']) {
    socket.write(question);
    const [answer] = await guard(10000, question, once(socket, 'data'));
    assert.strictEqual(String(answer), question);
  }
  await guard(10000, 'end', once(socket, 'close'));
});
