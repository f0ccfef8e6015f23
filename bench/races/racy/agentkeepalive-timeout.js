'use strict';
// origin: agentkeepalive, issue 23 (Node.fz, AKA; NACD 1), the package itself. A free connection that timed out is
// destroyed at once but leaves the pool only with its 'close': a request in between is given a dead socket.
// guilty in agentkeepalive/lib/_http_agent.js:251, where the package's repair takes it out of the pool as well
const http = require('http');
const Agent = require('agentkeepalive');
const { listen, pause, fail } = require('../rig');

const agent = new Agent({ keepAliveTimeout: 60, timeout: 5000 });
const server = http.createServer((request, response) => response.end('ok'));
const get = port =>
  new Promise(resolve => {
    const request = http.get({ port, host: '127.0.0.1', agent }, response => response.resume().on('end', resolve)); // guilty: the pool may hold a dead socket
    request.on('error', error => fail(error.message));
  });
(async () => {
  const port = await listen(server);
  await get(port);
  await pause(160);
  await get(port);
  agent.destroy();
  server.close();
})();
