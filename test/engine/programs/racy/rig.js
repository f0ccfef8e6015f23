'use strict';
// What the racy programs share. Not a program: it has no `fails` line.
const net = require('net');
const os = require('os');
const path = require('path');
const support = require('../support');

Object.assign(exports, support);

exports.busy = ms => {
  for (const end = Date.now() + ms; Date.now() < end; );
};

let sockets = 0;
const ends = [];

// Connections that a program left open are ended with it.
exports.main = body =>
  support.main(async () => {
    await body();
    for (const end of ends) end.destroy();
  });

// A client and the server's end of its connection, over a unix socket (its delivery is immediate, so
// that the natural order is certain). read(list) appends the next message to the list.
exports.echoPair = async () => {
  const name = `interloper-${process.pid}-${++sockets}`;
  const server = net.createServer();
  const accepted = new Promise(resolve => server.once('connection', resolve));
  await new Promise(resolve => server.listen(path.join(os.tmpdir(), name), resolve));
  const client = net.connect(server.address());
  const [socket] = await Promise.all([
    accepted,
    new Promise(resolve => client.once('connect', resolve)),
  ]);
  server.close();
  ends.push(client, socket);
  const read = list =>
    new Promise(resolve => socket.once('data', data => resolve(list.push(String(data)))));
  return { client, socket, read, write: text => client.write(text) };
};
