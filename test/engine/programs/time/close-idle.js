'use strict';
// server.closeIdleConnections() with a keep-alive client in the same process: the idle connection is closed, and the
// server with it.
const assert = require('assert');
const http = require('http');
const { once } = require('events');
const { main } = require('./rig');

main(async () => {
  const server = http.createServer((request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new http.Agent({ keepAlive: true });
  const [response] = await once(http.get({ port: server.address().port, host: '127.0.0.1', agent }), 'response');
  const closed = once(response.socket, 'close');
  response.resume();
  await once(response, 'end');
  await new Promise(resolve => setTimeout(resolve, 10)); // until both ends know that it is idle
  server.close();
  server.closeIdleConnections();
  await Promise.all([closed, once(server, 'close')]);
  const count = await new Promise(resolve => server.getConnections((error, found) => resolve(found)));
  assert.equal(count, 0);
});
