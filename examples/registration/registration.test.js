'use strict';
// Whoever clicks twice is registered once. This test is green, and the service is wrong.
const assert = require('assert');
const fs = require('fs/promises');
const http = require('http');
const os = require('os');
const path = require('path');
const test = require('node:test');
const { once } = require('events');
const { setTimeout: pause } = require('timers/promises');
const { createService } = require('./service');
const { Store } = require('./store');

async function post(port, email) {
  const request = http.request({ port, host: '127.0.0.1', path: '/register', method: 'POST' });
  request.end(email);
  const [response] = await once(request, 'response');
  response.resume();
  return response.statusCode;
}

test('a double click makes one account', async t => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'registration-'));
  const store = new Store(path.join(folder, 'accounts'));
  const service = createService(store).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address();
  t.after(async () => {
    service.close();
    service.closeAllConnections();
    await fs.rm(folder, { recursive: true });
  });

  const first = post(port, 'ada@example.org');
  for (let turn = 0; turn < 20; turn++) await pause(15); // the spinner turns; the second click
  const second = post(port, 'ada@example.org');
  const answers = await Promise.all([first, second]);
  assert.deepStrictEqual(answers.sort(), [201, 409]);
  assert.strictEqual((await store.accounts()).length, 1);
});
