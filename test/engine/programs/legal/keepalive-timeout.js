// A server in another process hangs up on connections that were idle for five seconds; a client
// reuses one every 300 ms. Nobody is slow enough for the two to meet.
'use strict';
const assert = require('assert');
const http = require('http');
const { fork } = require('child_process');
const { once } = require('events');
const { listen, main, pause, text } = require('../support');

function serve() {
  const server = http.createServer((request, response) => response.end(request.url));
  server.keepAliveTimeout = 5000;
  listen(server).then(port => process.send(port));
  process.once('disconnect', () => server.close(() => process.exit()));
}

async function ask(agent, port, path) {
  const request = http.get({ agent, port, path, host: '127.0.0.1' });
  const [response] = await once(request, 'response');
  assert.strictEqual(await text(response), path);
  return request.reusedSocket;
}

async function client() {
  const child = fork(__filename, ['serve']);
  const [port] = await once(child, 'message');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; i < 8; i++) {
    assert.strictEqual(await ask(agent, port, `/${i}`), i > 0, 'the connection was given up');
    await pause(300);
  }
  agent.destroy();
  child.disconnect();
}

process.argv[2] === 'serve' ? serve() : main(client);
