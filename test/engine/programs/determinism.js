'use strict';
// Uses whatever differs from run to run (files, timers, http, compression, names, randomness, child
// processes) and writes down everything it saw, in order. Under one seed every run says the same.
// The file named by INTERLOPER_TEST_SEEN, where set, gets the same text.
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const dns = require('dns');
const { exec, fork } = require('child_process');
const { promisify } = require('util');
const { listen, pause, text } = require('./support');

const start = Date.now();
const seen = [];
const note = line => seen.push(line);
const now = () => Date.now() - start;

async function files(folder) {
  await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const file = path.join(folder, String(i));
      await fs.promises.writeFile(file, 'x'.repeat(i * 1000));
      note(`written ${i}`);
      const { size } = await fs.promises.stat(file);
      note(`stat ${i} ${size}`);
      await fs.promises.unlink(file);
      note(`unlinked ${i}`);
    }),
  );
}

async function timers() {
  await Promise.all(
    [1, 5, 5, 20, 20, 150, 700].map(async (ms, i) => {
      await pause(ms);
      note(`timer ${i} after ${ms} at ${now()}`);
    }),
  );
}

async function web() {
  const server = http.createServer(async (request, response) => {
    const body = await text(request);
    note(`asked ${request.url} ${body.length}`);
    response.end('y'.repeat(300000));
  });
  const port = await listen(server);
  const ask = i =>
    new Promise((resolve, reject) => {
      const request = http.request({ port, host: '127.0.0.1', path: `/${i}`, method: 'POST' });
      request.on('error', reject);
      request.on('response', response => {
        response.on('data', part => note(`part of ${i}: ${part.length}`));
        response.on('end', resolve);
      });
      request.end('z'.repeat(i * 50000));
    });
  await Promise.all([0, 1, 2, 3, 4].map(ask));
  server.close();
  server.closeAllConnections();
}

async function pool() {
  const jobs = {
    gzip: () => promisify(zlib.gzip)(Buffer.alloc(200000, 'interloper')),
    deflate: () => promisify(zlib.deflate)(Buffer.alloc(100000, 'interloper')),
    lookup: () => dns.promises.lookup('localhost', { family: 4 }),
    pbkdf2: () => promisify(crypto.pbkdf2)('secret', 'salt', 1000, 16, 'sha256'),
    bytes: async () => note(`bytes ${(await promisify(crypto.randomBytes)(8)).toString('hex')}`),
  };
  await Promise.all(
    Object.entries(jobs).map(async ([name, job]) => {
      await job();
      note(`done ${name}`);
    }),
  );
}

async function children() {
  const echo = promisify(exec)('echo hello').then(({ stdout }) => note(`echo says ${stdout.trim()}`));
  const child = fork(__filename, ['child']);
  child.on('message', message => note(`child says ${message}`));
  await Promise.all([echo, new Promise(resolve => child.on('exit', resolve))]);
}

async function child() {
  process.send(`random ${Math.random()}`);
  await Promise.all([pause(100), fs.promises.stat(__filename)]);
  process.send(`uuid ${crypto.randomUUID()}`);
  process.disconnect();
}

async function parent() {
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'determinism-'));
  note(`folder ${path.basename(folder)}`);
  note(`random ${Math.random()} ${crypto.randomUUID()} ${crypto.randomBytes(4).toString('hex')}`);
  await Promise.all([files(folder), timers(), web(), pool(), children()]);
  note(`end at ${now()}`);
  await fs.promises.rm(folder, { recursive: true });
  const all = `${seen.join('\n')}\n`;
  process.stdout.write(all);
  if (process.env.INTERLOPER_TEST_SEEN) fs.writeFileSync(process.env.INTERLOPER_TEST_SEEN, all);
}

if (process.argv[2] === 'child') child();
else parent();
