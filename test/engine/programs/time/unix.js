'use strict';
// The same over a unix socket: nothing tells that data is under way but who is at the other end.
const assert = require('assert');
const net = require('net');
const path = require('path');
const { once } = require('events');
const { external, guard, main, scratch } = require('./rig');

main(async () => {
  const socket = net.connect(external('unix', 0.3, path.join(scratch(), 'socket')));
  for (const question of ['first', 'second']) {
    socket.write(question);
    const [answer] = await guard(10000, question, once(socket, 'data'));
    assert.strictEqual(String(answer), question);
  }
  await guard(10000, 'end', once(socket, 'close'));
});
