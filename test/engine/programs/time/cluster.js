'use strict';
// A cluster of two workers behind one port; each answers after 200 ms on its own timers.
const assert = require('assert');
const cluster = require('cluster');
const http = require('http');
const { once } = require('events');
const { guard, main, pause, text } = require('./rig');

const get = async port => {
  const request = http.get({ port, host: '127.0.0.1', agent: false });
  const [response] = await once(request, 'response');
  return text(response);
};

async function primary() {
  const workers = [cluster.fork(), cluster.fork()];
  const listening = workers.map(worker => once(worker, 'listening'));
  const [[{ port }]] = await guard(30000, 'start', Promise.all(listening));
  const asked = Array.from({ length: 10 }, (_, i) => guard(30000, `request ${i}`, get(port)));
  for (const answer of await Promise.all(asked)) assert.ok(['1', '2'].includes(answer));
  const exits = workers.map(worker => once(worker, 'exit'));
  for (const worker of workers) worker.disconnect();
  for (const [code] of await Promise.all(exits)) assert.strictEqual(code, 0);
}

function worker() {
  http
    .createServer(async (_, response) => {
      await pause(200);
      response.end(String(cluster.worker.id));
    })
    .listen(0, '127.0.0.1');
}

if (cluster.isPrimary) main(primary);
else worker();
