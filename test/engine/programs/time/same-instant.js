'use strict';
// No two reads of a clock are the same instant, though virtual time stands still. Node's servers rely on it: of two
// requests that began at once they forget one, and then do not close its connection.
const assert = require('assert');
const http = require('http');
const https = require('https');
const net = require('net');
const tls = require('tls');
const { once } = require('events');
const { guard, listen, main, pause } = require('./rig');

const secure = { ciphers: 'AECDH-AES256-SHA:@SECLEVEL=0', maxVersion: 'TLSv1.2' }; // needs no certificate
const insecure = port => net.connect(port, '127.0.0.1');
const encrypted = port => tls.connect({ ...secure, port, host: '127.0.0.1', rejectUnauthorized: false });

async function closed(server, connect, close) {
  const port = await listen(server);
  const clients = [connect(port), connect(port), connect(port)];
  const ends = clients.map(client => once(client.on('error', () => {}), 'close'));
  clients.forEach(client => client.write('GET / HTTP/1.1\r\n')); // never finished
  await pause(1000); // a watchdog: no strategy makes the connections later than that
  const end = once(server, 'close');
  server.close();
  close();
  await guard(10000, 'the closing', Promise.all([end, ...ends]));
}

main(async () => {
  const reads = Array.from({ length: 100 }, () => process.hrtime.bigint());
  assert.strictEqual(new Set(reads).size, 100);
  const plain = http.createServer();
  await closed(plain, insecure, () => plain.closeAllConnections());
  const covered = https.createServer(secure);
  await closed(covered, encrypted, () => covered.closeAllConnections());
});
