'use strict';
// A name server in another process answers after 300 ms of real time: before our 10 s, and before
// c-ares loses patience.
const assert = require('assert');
const dns = require('dns');
const { external, guard, main } = require('./rig');

main(async () => {
  const resolver = new dns.promises.Resolver({ timeout: 5000, tries: 1 });
  resolver.setServers([`127.0.0.1:${external('dns', 0.3)}`]);
  const answer = await guard(10000, 'resolve4', resolver.resolve4('interloper.test'));
  assert.deepStrictEqual(answer, ['1.2.3.4']);
});
