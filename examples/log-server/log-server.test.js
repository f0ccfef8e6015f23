'use strict';
// Ada wants plain lines, then Bob wants them pretty: the log shows Bob's way, and Bob. Green, as long as Ada is quick.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const { createServer } = require('./server');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-server-'));
const log = path.join(folder, 'log.json');
const { server, show } = createServer(log);

const ask = (port, query) => http.get({ port, host: '127.0.0.1', path: `/?${query}`, agent: false }, (response) => response.resume());

fs.writeFileSync(log, '{}');
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  ask(port, 'user=ada&pretty=no');
  setTimeout(() => ask(port, 'user=bob&pretty=yes'), 20);
  setTimeout(() => {
    assert.strictEqual(show(), '{\n  "user": "bob"\n}');
    server.close();
    fs.rmSync(folder, { recursive: true });
  }, 100);
});
