'use strict';
// 200 waits of 20 ms one after another, with a file and an http request beside each: what a test
// suite does most of the time.
const fs = require('fs/promises');
const http = require('http');
const os = require('os');
const path = require('path');
const { once } = require('events');
const { setTimeout: pause } = require('timers/promises');

const server = http.createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
const agent = new http.Agent({ keepAlive: true });

async function get() {
  const request = http.get({ port: server.address().port, host: '127.0.0.1', agent });
  const [response] = await once(request, 'response');
  for await (const _ of response);
}

(async () => {
  await once(server, 'listening');
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'waits-'));
  const file = path.join(folder, 'file');
  for (let i = 0; i < 200; i++) {
    const work = Promise.all([get(), fs.writeFile(file, String(i))]);
    await pause(20);
    await work;
  }
  await fs.rm(folder, { recursive: true });
  agent.destroy();
  server.close();
})();
