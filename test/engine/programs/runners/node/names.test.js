'use strict';
const assert = require('assert');
const test = require('node:test');
const { takeTwice } = require('../names');

test('names are given once', async () => {
  assert.deepStrictEqual(await takeTwice(), [true, false]);
});
