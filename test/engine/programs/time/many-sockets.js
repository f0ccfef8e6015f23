'use strict';
// 2,000 connections open at once, each with a question and its answer.
// Connections that are held longer than the kernel keeps a full backlog (in real time) are reset, so:
// only: none
// runs: 1
const assert = require('assert');
const net = require('net');
const { once } = require('events');
const { guard, listen, main } = require('./rig');

main(async () => {
  const server = net.createServer(socket => socket.pipe(socket));
  server.on('error', error => assert.fail(error));
  const port = await listen(server);
  const sockets = Array.from({ length: 2000 }, () => net.connect(port, '127.0.0.1'));
  await guard(60000, 'connect', Promise.all(sockets.map(socket => once(socket, 'connect'))));
  const answers = sockets.map((socket, i) => {
    socket.write(`question ${i}`);
    return once(socket, 'data');
  });
  (await guard(60000, 'answers', Promise.all(answers))).forEach(([answer], i) =>
    assert.strictEqual(String(answer), `question ${i}`),
  );
  const closed = sockets.map(socket => once(socket, 'close'));
  for (const socket of sockets) socket.end();
  await guard(60000, 'close', Promise.all(closed));
  server.close();
});
