'use strict';
// A kept connection is used again just when the server has had enough of it: the server hangs up
// after 200 ms of silence, the client asks again after 100 and does not expect a reset.
// fails: late delay pct
// guilty: 19
const http = require('http');
const net = require('net');
const { listen, main, pause, text } = require('./rig');

const ANSWER = 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nhi';

const server = net.createServer(socket => {
  let idle;
  socket.on('error', () => {});
  socket.on('close', () => clearTimeout(idle));
  socket.on('data', () => {
    clearTimeout(idle);
    socket.write(ANSWER);
    idle = setTimeout(() => socket.destroy(), 200);
  });
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

const get = port =>
  new Promise((resolve, reject) =>
    http
      .get({ port, host: '127.0.0.1', agent }, response => text(response).then(resolve, reject))
      .on('error', reject),
  );

main(async () => {
  const port = await listen(server);
  for (let i = 0; i < 5; i++) {
    await get(port);
    await pause(100);
  }
  agent.destroy();
  server.close();
});
