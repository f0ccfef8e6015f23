'use strict';
// An answer in two parts: headers at once, each half of the body 300 ms of real time later. What has
// begun is still owed, and comes before 10 s.
const assert = require('assert');
const http = require('http');
const { once } = require('events');
const { external, guard, main, text } = require('./rig');

main(async () => {
  const request = http.get({ port: external('parts', 0.3), host: '127.0.0.1', agent: false });
  const [response] = await guard(10000, 'headers', once(request, 'response'));
  assert.strictEqual(await guard(10000, 'body', text(response)), 'first-last');
});
