'use strict';
const { takeTwice } = require('../names');

test('names are given once', async () => {
  expect(await takeTwice()).toEqual([true, false]);
});
