'use strict';
// A test that starts a redis-server (linked with jemalloc, with an epoll loop of its own) and talks to it: its answers
// beat long timers, its time-outs are those of the common clock.
const assert = require('assert');
const net = require('net');
const path = require('path');
const { spawn } = require('child_process');
const { once } = require('events');
const { guard, main, pause, scratch } = require('./rig');

const ask = (client, words) => {
  client.write(`*${words.length}\r\n` + words.map(word => `$${word.length}\r\n${word}\r\n`).join(''));
  return guard(10000, words.join(' '), once(client, 'data')).then(([data]) => data.toString());
};

main(async () => {
  const folder = scratch();
  const socket = path.join(folder, 'socket');
  // Debian has the same binary under two names; the package of this one starts no server of its own.
  const options = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', ''];
  const server = spawn('redis-check-rdb', options, { argv0: 'redis-server' });
  const ended = once(server, 'exit');
  let said = '';
  await guard(20000, 'start', new Promise(resolve => server.stdout.on('data', data => {
    if (/ready to accept/.test((said += data))) resolve();
  })));
  const client = net.connect(socket);
  await once(client, 'connect');
  assert.strictEqual(await ask(client, ['SET', 'key', 'value', 'PX', '2000']), '+OK\r\n');
  assert.strictEqual(await ask(client, ['GET', 'key']), '$5\r\nvalue\r\n');
  await pause(60000);
  assert.strictEqual(await ask(client, ['GET', 'key']), '$-1\r\n');
  client.end();
  server.kill();
  assert.deepStrictEqual(await guard(10000, 'end', ended), [0, null]);
});
