'use strict';
const assert = require('assert');
const { statForty } = require('../stats');

it('stats forty files', async () => assert.equal(await statForty(), 40));
