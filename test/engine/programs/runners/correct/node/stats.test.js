'use strict';
const assert = require('assert');
const { test } = require('node:test');
const { statForty } = require('../stats');

test('stats forty files', { timeout: 5000 }, async () => assert.equal(await statForty(), 40));
