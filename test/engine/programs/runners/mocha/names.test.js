'use strict';
const assert = require('assert');
const { takeTwice } = require('../names');

describe('names', () => {
  it('are given once', async () => assert.deepStrictEqual(await takeTwice(), [true, false]));
});
