'use strict';
// http keep-alive against a server in another process, which hangs up on idle connections and
// answers late. Where a reused connection turns out to be dead, the client asks again on a new one.
const assert = require('assert');
const http = require('http');
const { fork } = require('child_process');
const { once } = require('events');
const { guard, listen, main, pause, text } = require('../support');

function serve() {
  const server = http.createServer(async (request, response) => {
    const wait = Number(request.headers['x-wait']);
    const body = await text(request);
    if (wait) await pause(wait);
    response.setHeader('connection', 'keep-alive'); // ours, so that no time-out is announced
    response.setHeader('x-seen', request.url);
    response.write(body.slice(0, 3));
    if (wait) await pause(1);
    response.end(body.slice(3));
  });
  server.keepAliveTimeout = 8;
  server.keepAliveTimeoutBuffer = 0;
  server.headersTimeout = server.requestTimeout = 0;
  listen(server).then(port => process.send(port));
  process.once('disconnect', () => {
    server.close();
    server.closeAllConnections();
  });
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 3 });

function attempt(port, name, wait, useAgent) {
  return new Promise((resolve, reject) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/${name}`,
      agent: useAgent ? agent : false,
      headers: { 'x-wait': wait },
      timeout: 15000,
    });
    request.on('response', response => {
      assert.strictEqual(response.headers['x-seen'], `/${name}`);
      text(response).then(resolve, reject);
    });
    request.on('timeout', () => reject(new Error(`${name}: the socket's time-out came first`)));
    request.on('error', error => {
      // Not request.reusedSocket: it is unset where the request had waited for a free connection.
      const stale = useAgent && ['ECONNRESET', 'EPIPE'].includes(error.code);
      if (stale) resolve(null);
      else reject(error);
    });
    request.end(`body of ${name}`);
  });
}

// The last try uses a connection of its own, which the server cannot have grown tired of.
async function ask(port, name, wait) {
  for (let tries = 0; ; tries++) {
    const body = await guard(60000, name, attempt(port, name, wait, tries < 3));
    if (body !== null) return assert.strictEqual(body, `body of ${name}`);
  }
}

async function client() {
  const child = fork(__filename, ['serve']);
  const [port] = await guard(30000, 'start', once(child, 'message'));
  for (let round = 0; round < 3; round++) {
    const asked = Array.from({ length: 8 }, (_, i) => ask(port, `${round}.${i}`, (i % 4) * 4));
    await Promise.all(asked);
    await pause(4 * round + 2); // around the server's keep-alive time-out
  }
  agent.destroy();
  child.disconnect();
  const [code] = await guard(30000, 'end', once(child, 'exit'));
  assert.strictEqual(code, 0);
}

if (process.argv[2] === 'serve') serve();
else main(client);
