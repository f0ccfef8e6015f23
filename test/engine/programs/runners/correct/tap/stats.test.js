'use strict';
const tap = require('tap');
const { statForty } = require('../stats');

tap.test('stats forty files', { timeout: 5000 }, async (t) => t.equal(await statForty(), 40));
