'use strict';
// UDP to another process and back, 300 ms of real time later, beats 10 s.
const assert = require('assert');
const dgram = require('dgram');
const { once } = require('events');
const { external, guard, main } = require('./rig');

main(async () => {
  const socket = dgram.createSocket('udp4');
  socket.send('ping', Number(external('udp', 0.3)), '127.0.0.1');
  const [answer] = await guard(10000, 'udp', once(socket, 'message'));
  assert.strictEqual(String(answer), 'ping');
  socket.close();
});
