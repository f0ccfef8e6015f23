'use strict';
// control of agentkeepalive-timeout.js. The server closes idle connections while the client may be about to use one; nobody can
// prevent that. Where a request fails on a connection that was used before, it is sent again on one of its own, which the server
// does not close before it has answered. The request may be sent twice, as it changes nothing.
const http = require('http');
const { listen, pause, fail } = require('../rig');

const server = http.createServer((request, response) => {
  const { socket } = request;
  clearTimeout(socket.idle);
  response.on('finish', () => (socket.idle = setTimeout(() => socket.destroy(), 60)));
  socket.on('close', () => clearTimeout(socket.idle));
  response.setHeader('Connection', 'keep-alive'); // by hand, so that the client is not told for how long
  response.end('ok');
});
const agent = new http.Agent({ keepAlive: true });
const get = (port, how = agent) =>
  new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', agent: how }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', part => (text += part));
      response.on('error', again).on('end', () => resolve(text));
    });
    const again = error => (how && request.reusedSocket ? resolve(get(port, false)) : reject(error));
    request.on('error', again);
  });
(async () => {
  const port = await listen(server);
  for (const wait of [0, 20, 60, 61, 75]) {
    await pause(wait);
    if ((await get(port)) !== 'ok') fail('not ok');
  }
  agent.destroy();
  server.close();
})().catch(error => fail(error.message));
