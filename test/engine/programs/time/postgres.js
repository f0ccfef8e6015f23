'use strict';
// A test that starts a PostgreSQL server and talks to it: a tree of processes, each with an epoll loop of its own. Its
// answers beat long timers, and its own sleeps take their time.
// runs: 1
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const path = require('path');
const { execFile, spawn } = require('child_process');
const { once } = require('events');
const { promisify } = require('util');
const { guard, main, scratch } = require('./rig');

const versions = '/usr/lib/postgresql';
const programs = path.join(versions, fs.readdirSync(versions).sort().pop(), 'bin');
// PostgreSQL refuses to be started by root.
const user = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};

const message = (type, ...texts) => {
  const body = Buffer.from(texts.map(text => text + '\0').join(''));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), head, body]);
};

// Everything up to the server's "ready for the next query", whose last byte says that no transaction is open.
const answer = async client => {
  let all = '';
  while (!all.endsWith('Z\0\0\0\x05I')) all += (await once(client, 'data'))[0].toString('latin1');
  return all;
};

main(async () => {
  const folder = scratch();
  const data = path.join(folder, 'data');
  if (user.uid) fs.chownSync(folder, user.uid, user.gid);
  const init = ['-D', data, '-A', 'trust', '-U', 'tester', '--no-sync', '--locale=C', '-E', 'UTF8'];
  await promisify(execFile)(path.join(programs, 'initdb'), init, user);
  const options = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  const server = spawn(path.join(programs, 'postgres'), options, user);
  const ended = once(server, 'exit');
  let said = '';
  await guard(60000, 'start', new Promise(resolve => server.stderr.on('data', text => {
    if (/ready to accept/.test((said += text))) resolve();
  })));
  const client = net.connect(path.join(folder, '.s.PGSQL.5432'));
  await once(client, 'connect');
  client.write(message('', '\0\x03\0\0user', 'tester', 'database', 'postgres', ''));
  await guard(10000, 'login', answer(client));
  client.write(message('Q', 'select 6 * 7'));
  assert.match(await guard(10000, 'query', answer(client)), /42/);
  const began = Date.now();
  client.write(message('Q', 'select pg_sleep(0.2)'));
  await guard(10000, 'sleep', answer(client));
  assert.ok(Date.now() - began >= 190, `slept ${Date.now() - began} ms`);
  client.end();
  server.kill('SIGINT');
  assert.deepStrictEqual(await guard(20000, 'end', ended), [0, null], said);
});
