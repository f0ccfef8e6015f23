'use strict';
const test = require('ava');
const { statForty } = require('../stats');

test('stats forty files', async (t) => {
  t.timeout(5000);
  t.is(await statForty(), 40);
});
